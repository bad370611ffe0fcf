import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGoUrl } from "../../../src/domain/osc/go-url.ts";

/** `scheme user@host:port path ?query #fragment`, with `-` for what is not there. */
function read(text: string): string | undefined {
  const url = parseGoUrl(text);
  if (url === undefined) {
    return undefined;
  }
  const { scheme, authority, path, query, fragment } = url;
  const user = authority?.userInfo === undefined ? "" : `${authority.userInfo}@`;
  const place = authority === undefined ? "-" : `${user}<${authority.hostname}>${authority.port ?? "-"}`;
  const rest = [query === undefined ? [] : [`?${query}`], fragment === undefined ? [] : [`#${fragment}`]].flat();
  return [scheme || "-", place, path || "-", ...rest].join(" ");
}

describe("a URL", () => {
  it.each<[string, string]>([
    ["https://quay.io", "https <quay.io>- -"],
    ["https://quay.io/", "https <quay.io>- /"],
    ["HTTPS://Quay.IO:443/V2", "https <Quay.IO>443 /V2"],
    ["http://10.0.0.9:5000", "http <10.0.0.9>5000 -"],
    ["https://u:p@h/x?a=b#c", "https u:p@<h>- /x ?a=b #c"],
    ["https://a@b@h", "https a@b@<h>- -"],
    ["https://@h", "https @<h>- -"],
    ["https://h?", "https <h>- - ?"],
    ["https://h?a?b", "https <h>- - ?a?b"],
    ["https://h#", "https <h>- - #"],
    ["https://h#?a", "https <h>- - #?a"],
    ["https://h?a%zz", "https <h>- - ?a%zz"],
    ["https://", "https <>- -"],
    ["https:///x", "https <>- /x"],
    ["https:/x", "https - /x"],
    ["https:x", "https - -"],
    ["http://:80", "http <>80 -"],
    ["http://h:", "http <h> -"],
    ["http://h:99999", "http <h>99999 -"],
    ["registry.corp:5000", "registry.corp - -"],
    ["mailto:a@b", "mailto - -"],
    ["x:%zz", "x - -"],
    ["//m.example", "- <m.example>- -"],
    ["///m", "- - ///m"],
    ["/m", "- - /m"],
    ["", "- - -"],
    ["*", "- - *"],
    ["a/b:c", "- - a/b:c"],
    ["?a:b", "- - - ?a:b"],
    ["1x/y", "- - 1x/y"],
    ["tcp://a:80,b:90", "tcp <a:80,b>90 -"],
    ["http://a%25b", "http <a%25b>- -"],
    ["http://%C3%A9", "http <%C3%A9>- -"],
    ["http://é", "http <é>- -"],
    ['http://a"<>b', 'http <a"<>b>- -'],
    ["http://h/ a", "http <h>- / a"],
    ["http://h/\\", "http <h>- /\\"],
    ["http://[::1]", "http <::1>- -"],
    ["http://[::1]:5000/v2", "http <::1>5000 /v2"],
    ["http://[fe80::1%25eth0]:80", "http <fe80::1>80 -"],
    ["http://[fe80::1%25a%20b%2B]", "http <fe80::1>- -"],
    ["http://[::ffff:10.0.0.9]", "http <::ffff:10.0.0.9>- -"],
    ["http://h#\u0001", "http <h>- - #\u0001"],
  ])("%j", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ":",
    "://h",
    "10.0.0.9:5000",
    "1h:5000",
    "a b:c",
    "é:c",
    "http://a:80:90",
    "http://a:b",
    "http://a b",
    "http://a\tb",
    "http://a\u007fb",
    "http://a^b",
    "http://a\\b",
    "http://a`b",
    "http://a{b}",
    "http://a|b",
    "http://a%2Fb",
    "http://a%20b",
    "http://a%zz",
    "http://a%8",
    "http://a/%zz",
    "http://a/%2",
    "http://a#%zz",
    "http://u%zz@h",
    "http://u ser@h",
    "http://u<@h",
    "http://é@h",
    "http://[10.0.0.9]",
    "http://[::1",
    "http://[::1]x",
    "http://[::1]:x",
    "http://a[::1]",
    "http://[[::1]]",
    "http://[]",
    "http://[::1%25]",
    "http://[::1%eth0]",
    "http://[::1%25%2F]",
    "http://[::1%25%C3%A9]",
    "http://[::1%25a b]",
    "http://[%3A:1]",
    "//a:b",
  ])("is not %j", (text) => {
    expect(parseGoUrl(text)).toBeUndefined();
  });

  it("is read in whole, whatever stands in the path", () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9 é:@]{0,8}$/);
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        const path = segments.map((each) => `/${each}`).join("");
        expect(parseGoUrl(`https://h:1${path}`)).toEqual({
          scheme: "https",
          authority: { userInfo: undefined, host: "h:1", hostname: "h", port: "1" },
          path,
          query: undefined,
          fragment: undefined,
        });
      }),
    );
  });

  it("can be long", () => {
    const long = "a".repeat(4_000_000);
    expect(parseGoUrl(`https://${long}/${long}?${long}#${long}`)?.authority?.host).toBe(long);
    expect(parseGoUrl(`https://${"[".repeat(4_000_000)}`)).toBeUndefined();
    expect(parseGoUrl(`http://[::1%25${long}]`)?.authority?.hostname).toBe("::1");
  });
});
