import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** The holder renews its lock this often. */
const heartbeatMs = 5_000;
/** Six missed heartbeats: the holder is gone, or its machine was asleep. */
const staleAfterMs = 6 * heartbeatMs;

/**
 * Runs `action` while holding the lock file, so that two processes do not do the
 * same work twice. A lock whose holder died is taken over. This saves work and
 * is no guarantee: what `action` does must be safe to happen twice.
 * @param onWait called once if another process holds the lock.
 */
export async function withLock<T>(file: string, action: () => Promise<T>, onWait: () => void): Promise<T> {
  const owner = randomUUID();
  let hasWaited = false;
  while (!(await tryLock(file, owner))) {
    if (!hasWaited) {
      hasWaited = true;
      onWait();
    }
    await removeIfStale(file);
    await sleep(500);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, heartbeatMs);
  try {
    return await action();
  } finally {
    clearInterval(heartbeat);
    await unlock(file, owner);
  }
}

async function tryLock(file: string, owner: string): Promise<boolean> {
  try {
    const handle = await open(file, "wx");
    await handle.writeFile(owner);
    await handle.close();
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) {
      return false;
    }
    throw error;
  }
}

async function removeIfStale(file: string): Promise<void> {
  const age = await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age > staleAfterMs) {
    const aside = `${file}.${randomUUID()}`;
    await rename(file, aside).catch(() => {});
    await rm(aside, { force: true });
  }
}

/** Leaves a lock alone that somebody else has taken over meanwhile. */
async function unlock(file: string, owner: string): Promise<void> {
  const holder = await readFile(file, "utf8").catch(() => undefined);
  if (holder === owner) {
    await rm(file, { force: true });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
