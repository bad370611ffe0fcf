import type { Vocabulary } from "../capabilities/vocabulary.ts";
import type { MachineImage } from "../profiles/types.ts";
import type { Provider } from "./provider.ts";
import type { ProviderConfig } from "./provider-config.ts";

/** A NamespacedCloudProfile whose providerConfig is compared with its machine images. */
export interface NamespacedReview {
  readonly provider: Provider;
  readonly vocabulary: Vocabulary;
  /** Versions of the parent by image. */
  readonly parentVersions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Its own images, in the format of the parent. */
  readonly images: readonly MachineImage[];
  readonly config: ProviderConfig;
}
