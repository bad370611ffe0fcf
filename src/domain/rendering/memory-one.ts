/**
 * Settings of the hypervisor MemoryOne as lines `<name>=<value>`, in order of name: those of the OSC's `providerConfig`
 * and two defaults. A value ends where a line ends, so that it cannot become another setting.
 * Source: OperatingSystemConfig contract, section 6.3; gardener-extension-os-suse-chost
 * pkg/controller/operatingsystemconfig/memoryone.go.
 */
export function vsmpSettings(providerConfig: unknown): readonly string[] {
  const { vsmpConfiguration, memoryTopology, systemMemory } = membersOf(providerConfig);
  const settings = new Map<string, unknown>([
    ["mem_topology", "2"],
    ["system_memory", "6x"],
  ]);
  for (const [name, value] of Object.entries(membersOf(vsmpConfiguration))) {
    settings.set(upTo(";", name), typeof value === "string" ? upTo(";", value) : undefined);
  }
  settings.set("mem_topology", memoryTopology ?? settings.get("mem_topology"));
  settings.set("system_memory", systemMemory ?? settings.get("system_memory"));
  return [...settings]
    .filter((setting): setting is [string, string] => typeof setting[1] === "string")
    .map(([name, value]) => `${upTo(LINE_BREAK, name)}=${upTo(LINE_BREAK, value)}`)
    .sort();
}

const LINE_BREAK = /[\r\n]/;

function upTo(end: string | RegExp, text: string): string {
  return text.split(end, 1)[0] ?? "";
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
