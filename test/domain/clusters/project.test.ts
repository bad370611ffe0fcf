import { expect, it } from "vitest";
import { projectOf } from "../../../src/domain/clusters/project.ts";

it.each<[string, { name: string; shootName: string; shootNamespace: string }, string | undefined]>([
  ["a technical ID", { name: "shoot--dev--web", shootName: "web", shootNamespace: "garden-other" }, "dev"],
  ["names with hyphens", { name: "shoot--my-dev--my-web", shootName: "my-web", shootNamespace: "" }, "my-dev"],
  ["a technical ID without more", { name: "shoot--dev--web", shootName: "", shootNamespace: "" }, "dev"],
  ["a legacy ID", { name: "shoot-dev-web", shootName: "web", shootNamespace: "garden-other" }, "dev"],
  ["a legacy ID with hyphens", { name: "shoot-my-dev-my-web", shootName: "my-web", shootNamespace: "" }, "my-dev"],
  ["a legacy ID of another shoot", { name: "shoot-dev-web", shootName: "db", shootNamespace: "garden-ns" }, "ns"],
  ["a legacy ID of an unknown shoot", { name: "shoot-dev-web", shootName: "", shootNamespace: "garden-ns" }, "ns"],
  ["a shoot that hosts itself", { name: "kube-system", shootName: "web", shootNamespace: "garden-my-dev" }, "my-dev"],
  ["the namespace garden", { name: "kube-system", shootName: "web", shootNamespace: "garden" }, undefined],
  ["no project", { name: "shoot----web", shootName: "web", shootNamespace: "" }, undefined],
  ["no shoot", { name: "shoot--dev--", shootName: "", shootNamespace: "" }, undefined],
  ["nothing but the prefix", { name: "shoot--web", shootName: "web", shootNamespace: "" }, undefined],
  ["nothing", { name: "", shootName: "", shootNamespace: "" }, undefined],
])("%s", (_name, identity, project) => {
  expect(projectOf(identity)).toBe(project);
});
