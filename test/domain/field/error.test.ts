import { describe, expect, it } from "vitest";
import {
  duplicate,
  errorBody,
  errorText,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  typeInvalid,
} from "../../../src/domain/field/error.ts";

const PATH = ["spec", "x", 0];

describe("a field error", () => {
  it.each<[string, FieldError, string, string]>([
    ["missing value", required(PATH, "name one"), "FieldValueRequired", "Required value: name one"],
    ["text", invalid(PATH, "a", "is wrong"), "FieldValueInvalid", 'Invalid value: "a": is wrong'],
    ["whole object", invalid(PATH, undefined, "is wrong"), "FieldValueInvalid", "Invalid value: is wrong"],
    ["null", invalid(PATH, null, "is wrong"), "FieldValueInvalid", "Invalid value: null: is wrong"],
    ["list", invalid(PATH, ["a", "b"], "are two"), "FieldValueInvalid", 'Invalid value: ["a","b"]: are two'],
    [
      "value outside an enumeration",
      notSupported(PATH, "c", ["b", "a"]),
      "FieldValueNotSupported",
      'Unsupported value: "c": supported values: "b", "a"',
    ],
    [
      "value outside an enumeration, with a hint",
      notSupported(PATH, "c", ["a"], "correct it"),
      "FieldValueNotSupported",
      'Unsupported value: "c": supported values: "a"; correct it',
    ],
    [
      "value where nothing is supported",
      notSupported(PATH, "c", [], "nothing is"),
      "FieldValueNotSupported",
      'Unsupported value: "c": nothing is',
    ],
    ["unknown value without any hint", notSupported(PATH, "c", []), "FieldValueNotSupported", 'Unsupported value: "c"'],
    ["forbidden value", forbidden(PATH, "not now"), "FieldValueForbidden", "Forbidden: not now"],
    ["repeated value", duplicate(PATH, "a"), "FieldValueDuplicate", 'Duplicate value: "a"'],
    ["repeated value, with a hint", duplicate(PATH, {}, "once"), "FieldValueDuplicate", "Duplicate value: {}: once"],
    ["wrong type", typeInvalid(PATH, 3, "must be a text"), "FieldValueTypeInvalid", "Invalid value: 3: must be a text"],
    [
      "container of a wrong type",
      typeInvalid(PATH, undefined, "must be a text"),
      "FieldValueTypeInvalid",
      "Invalid value: must be a text",
    ],
  ])("about a %s reads as in Kubernetes", (_, error, type, body) => {
    expect(error.type).toBe(type);
    expect(errorBody(error)).toBe(body);
    expect(errorText(error)).toBe(`spec.x[0]: ${body}`);
  });

  it("has no path to print where it is about the whole document", () => {
    expect(errorText(required([], "send an object"))).toBe("Required value: send an object");
  });

  it("quotes at most 200 characters of a value", () => {
    const body = errorBody(invalid(PATH, "a".repeat(500), "is long"));
    expect(body).toBe(`Invalid value: "${"a".repeat(199)}…: is long`);
  });
});
