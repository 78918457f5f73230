/**
 * Exported symbols are documented (house style), as a `deno lint` plugin. The public modules are checked further, down
 * to their fields, by `deno doc --lint`.
 *
 * @module
 */
import { isTestFile } from "./source_places.ts";
import { projectPath } from "./lint_nodes.ts";

/** The rules by name; `deno.json` loads them. */
const plugin: Deno.lint.Plugin = {
  name: "docs",
  rules: {
    "documented-export": {
      create(context) {
        if (isTestFile(projectPath(context.filename))) return {};
        let overloaded = "";
        return {
          ExportNamedDeclaration(node) {
            const declaration = node.declaration;
            if (declaration === null) return;
            const name = "id" in declaration && declaration.id?.type === "Identifier" ? declaration.id.name : "";
            // The body behind overloads is not what a reader sees.
            const isHidden = declaration.type === "FunctionDeclaration" && name === overloaded;
            overloaded = declaration.type === "TSDeclareFunction" ? name : "";
            if (isHidden || isDocumented(context.sourceCode.text.slice(0, node.range[0]))) return;
            context.report({ node, message: "say in one sentence what this is for: /** ... */" });
          },
        };
      },
    },
  },
};
export default plugin;

/** True when the text before a declaration ends with a JSDoc comment that says something. */
function isDocumented(before: string): boolean {
  const withoutLineComments = before.replace(/(?:\s*\/\/[^\n]*\n)+\s*$/, "").trimEnd();
  if (!withoutLineComments.endsWith("*/")) return false;
  const comment = withoutLineComments.slice(withoutLineComments.lastIndexOf("/*"), -2);
  return comment.startsWith("/**") && /[^\s*]/.test(comment.slice(3));
}
