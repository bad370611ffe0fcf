/**
 * The leading entries of a list that have room for so many characters, and how many more there are; at least one, cut
 * where it is too long itself. For example `docker.io, ghcr.io and 3 more`.
 */
export function cutList(entries: readonly string[], room: number): string {
  const whole = entries.join(", ");
  if (whole.length <= room) {
    return whole;
  }
  const [first = "", ...rest] = entries;
  const more = moreText(rest.length).length;
  const shown = [cutText(first, room - more)];
  let length = shown[0]?.length ?? 0;
  for (const entry of rest) {
    length += entry.length + 2;
    if (length + more > room) {
      break;
    }
    shown.push(entry);
  }
  return `${shown.join(", ")}${moreText(entries.length - shown.length)}`;
}

function moreText(count: number): string {
  return count === 0 ? "" : ` and ${count} more`;
}

/** A text of at most so many characters, with a mark where some are missing. */
export function cutText(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
}
