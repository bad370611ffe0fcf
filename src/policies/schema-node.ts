import { z } from "zod";
import { list, optional, Text } from "./schema-parts.ts";

const Inline = z.strictObject({
  encoding: optional(z.enum(["", "b64"]), "Empty for text as it is, which is the default, or b64 for base64."),
  data: z.string().describe("The content in this encoding."),
});

const Content = z.strictObject({
  inline: optional(Inline, "Content in the policy itself."),
  secretRef: optional(
    z.strictObject({
      name: z.string().describe("Name of the Secret."),
      dataKey: z.string().describe("Key of the Secret's data."),
    }),
    "A key of a Secret in the namespace of the shoot in the seed.",
  ),
  imageRef: optional(
    z.strictObject({
      image: z.string().describe("The image, with tag or digest."),
      filePathInImage: z.string().describe("Path of the file in the image."),
    }),
    "A file of a container image; not in provision OSCs.",
  ),
  transmitUnencoded: optional(
    z.boolean(),
    "Whether the user data holds the content as it is, so that placeholders are replaced; in provision OSCs only.",
  ),
});

/** Octal in quotes, or with the prefix of YAML 1.2. */
const OCTAL_TEXT = /^0o?[0-7]{3,4}$/;

const PERMISSIONS = 'write octal as 0o644 or "0644", or decimal as 420';

/** `spec.files[]`. Source: OperatingSystemConfig contract, sections 1.2 and 2.4. */
export const File = z.strictObject({
  path: z.string().describe("Absolute path on the node."),
  permissions: z
    .union([z.int(PERMISSIONS), z.string().regex(OCTAL_TEXT, PERMISSIONS)], PERMISSIONS)
    .nullish()
    .describe('Permissions of the file: 0o644, "0644" or 420, which are the same. Unset: 0600 on nodes.'),
  content: z
    .union([z.string(), Content], "must be a text, or a map with one of inline, secretRef and imageRef")
    .describe("The text of the file, or where its content comes from."),
});
export type File = z.infer<typeof File>;

/** `spec.units[]`. Source: OperatingSystemConfig contract, sections 1.2 and 2.4. */
export const Unit = z.strictObject({
  name: Text.describe("Name of the systemd unit, such as containerd.service."),
  command: optional(z.enum(["start", "restart", "stop"]), "What is done with the unit when it has changed."),
  enable: optional(z.boolean(), "Whether the unit is enabled; false also stops it."),
  content: optional(z.string(), "The whole unit file."),
  dropIns: list(
    z.strictObject({
      name: z.string().describe("File name of the drop-in, which ends in .conf."),
      content: z.string().describe("The whole drop-in."),
    }),
    "Drop-ins, which are added to those that the unit has.",
  ),
  filePaths: list(Text, "Files on which the unit depends: it is restarted when one of them changes. Added to its own."),
});
export type Unit = z.infer<typeof Unit>;
