import { deprecatedSettingOf, reservedSettingOf, type Touch } from "../containerd/managed-settings.ts";
import { pluginPathText } from "../containerd/plugin-path.ts";
import { forbidden } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding, NO_FINDINGS } from "../rules/finding.ts";
import type { ReviewedPlugin } from "./reviewed-plugins.ts";

/**
 * OSC-V-32: entries leave alone what gardener-node-agent manages, and what containerd refuses beside it. Settings of
 * registries that are only deprecated are a warning.
 */
export function reservedSettingFindings({ plugin, operation, path, name }: ReviewedPlugin): readonly Finding[] {
  const touch = reservedSettingOf(plugin);
  if (touch !== undefined) {
    const setting = JSON.stringify(touch.setting.path);
    return [finding("OSC-V-32", forbidden(at(path, touch.by), detailOf(touch, operation === "remove")), name, setting)];
  }
  const deprecated = deprecatedSettingOf(plugin);
  if (deprecated === undefined) {
    return NO_FINDINGS;
  }
  const detail = `${pluginPathText(deprecated.path)} is deprecated; use spec.criConfig.containerd.registries instead`;
  const warning = finding(
    "OSC-V-32",
    forbidden(at(path, deprecated.by), detail),
    name,
    JSON.stringify(deprecated.path),
  );
  return [{ ...warning, mark: "Ww" }];
}

function detailOf({ setting, by }: Touch, isRemoved: boolean): string {
  const subject = pluginPathText(setting.path);
  if (setting.kind === "breaking") {
    return `${subject} keeps containerd's CRI plugin from loading; ${setting.instead}`;
  }
  const effect = isRemoved ? "removes" : by === "path" ? "changes" : "changes or drops";
  return `${effect} ${subject}, which gardener-node-agent manages; ${setting.instead}`;
}
