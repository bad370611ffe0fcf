/** Splits a stream of bytes into its lines; an unfinished last line is given out, too. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending: string[] = [];
  for await (const chunk of chunks) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    pending.push(first);
    for (const next of others) {
      yield pending.join("");
      pending = [next];
    }
  }
  const rest = pending.join("") + decoder.decode();
  if (rest !== "") {
    yield rest;
  }
}
