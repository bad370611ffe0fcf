import fc from "fast-check";
import { expect, it } from "vitest";
import { cutList, cutText } from "../../../src/domain/preview/cut-list.ts";

it.each<{ entries: string[]; room: number; text: string }>([
  { entries: [], room: 0, text: "" },
  { entries: ["docker.io", "ghcr.io"], room: 18, text: "docker.io, ghcr.io" },
  { entries: ["docker.io", "ghcr.io"], room: 17, text: "docke… and 1 more" },
  { entries: ["docker.io", "ghcr.io", "quay.io"], room: 26, text: "docker.io and 2 more" },
  { entries: ["docker.io", "ghcr.io", "quay.io", "k8s.io"], room: 30, text: "docker.io, ghcr.io and 2 more" },
  { entries: ["registry.k8s.io"], room: 14, text: "registry.k8s.…" },
])("cuts $entries to $room characters: $text", ({ entries, room, text }) => {
  expect(cutList(entries, room)).toBe(text);
});

it("cuts a text with a mark", () => {
  expect([cutText("abc", 3), cutText("abcd", 3), cutText("abcd", 0)]).toEqual(["abc", "ab…", "…"]);
});

it("keeps to its room, and to the entries in their order", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), fc.integer({ min: 20, max: 300 }), (entries, room) => {
      const text = cutList(entries, room);
      const [shown = "", more] = /^(.*?)(?: and (\d+) more)?$/s.exec(text)?.slice(1) ?? [];
      return text.length <= room && (more !== undefined || entries.length === 1 || shown === entries.join(", "));
    }),
  );
});
