import { invalid } from "../field/error.ts";
import { nodeSecretBytes, nodeSecretText } from "../preview/node-secret.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import { nodeSecretBound } from "./node-secret-bound.ts";
import type { OscReview } from "./review.ts";
import type { OperatingSystemConfig } from "./types.ts";

/** What a Secret can hold, in bytes. */
const LIMIT = 1_048_576;
/** From how many bytes on there is a warning: 80 %. */
const WARNED = 0.8 * LIMIT;

/**
 * OSC-V-61: the Secret through which nodes get the OSC is not larger than Secrets can be. What other Secrets add to it is
 * not known. Our own mutation is not blamed for an object that was too large before.
 * Source: OperatingSystemConfig contract, sections 2.5 and 7.3.
 */
export function nodeSecretFindings({ osc, input, touched, known }: OscReview): readonly Finding[] {
  const findings = nodeSecretBound(osc, WARNED, known) <= WARNED ? NO_FINDINGS : sizeFindings(osc, input);
  return touched === undefined ? [...findings, ...unknownFindings(osc)] : findings;
}

function sizeFindings(osc: OperatingSystemConfig, input: OperatingSystemConfig | undefined): readonly Finding[] {
  const bytes = bytesOf(osc);
  if (bytes <= WARNED || (input !== undefined && bytesOf(input) > LIMIT)) {
    return NO_FINDINGS;
  }
  if (bytes > LIMIT) {
    const detail = `the Secret for the nodes would have ${bytes} bytes, more than ${LIMIT}; leave out files or shorten them`;
    return [finding("OSC-V-61", invalid(["spec"], undefined, detail), "exceeded")];
  }
  const detail = `the Secret for the nodes has ${bytes} of the ${LIMIT} bytes that a Secret can have`;
  return [{ ...finding("OSC-V-61", invalid(["spec"], undefined, detail), "near"), mark: "Ww" }];
}

function bytesOf(osc: OperatingSystemConfig): number {
  return nodeSecretBytes(nodeSecretText(osc));
}

function unknownFindings({ spec }: OperatingSystemConfig): readonly Finding[] {
  const count = spec.files.filter(({ content }) => content?.secretRef !== undefined).length;
  if (count === 0) {
    return NO_FINDINGS;
  }
  const files = count === 1 ? "a file comes from a Secret, which is" : `${count} files come from Secrets, which are`;
  const detail = `${files} not counted towards the ${LIMIT} bytes of the Secret for the nodes`;
  return [{ ...finding("OSC-V-61", invalid(["spec"], undefined, detail), "unknown"), mark: "Ww" }];
}
