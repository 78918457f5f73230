/**
 * Questions about files and syntax nodes, for the lint plugins.
 *
 * @module
 */

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname).replace(/^\/(?=[A-Za-z]:)/, "");

/** The path relative to the project; tests name their snippets so already. */
export function projectPath(filename: string): string {
  const path = filename.replaceAll("\\", "/");
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
}

/** An identifier or an exact string of that name: `globalThis["Deno"]` and `Reflect.get(globalThis, "Deno")` count. */
export function isName(node: Deno.lint.Node, name: string): boolean {
  return (node.type === "Identifier" && node.name === name) || (node.type === "Literal" && node.value === name);
}

/** A string or a piece of a template that matches. */
export function isText(node: Deno.lint.Node, pattern: RegExp): boolean {
  if (node.type === "Literal") return typeof node.value === "string" && pattern.test(node.value);
  return node.type === "TemplateElement" && pattern.test(node.cooked);
}

/** The name after the dot or in the brackets; empty when it is computed. */
export function memberName(node: Deno.lint.MemberExpression): string {
  const property = node.property;
  if (property.type === "Identifier" && !node.computed) return property.name;
  return property.type === "Literal" && typeof property.value === "string" ? property.value : "";
}

/** True for `x` in `x.y`. */
export function isObjectOfMember(node: Deno.lint.Node): boolean {
  const parent = parentOf(node);
  return parent?.type === "MemberExpression" && isSameNode(parent.object, node);
}

/** True for an argument of a call to a function or method of such a name. */
export function isArgument(node: Deno.lint.Node, isWanted: (callee: string) => boolean): boolean {
  const holder = parentOf(node);
  const call = holder?.type === "TemplateLiteral" ? parentOf(holder) : holder;
  if (call?.type !== "CallExpression") return false;
  const { callee } = call;
  if (callee.type === "Identifier") return isWanted(callee.name);
  return callee.type === "MemberExpression" && !isSameNode(callee.object, node) && isWanted(memberName(callee));
}

/** `globalThis.name` in any spelling. */
export function isGlobalMember(node: Deno.lint.MemberExpression, pattern: RegExp): boolean {
  return node.object.type === "Identifier" && /^(?:globalThis|self|window)$/.test(node.object.name) &&
    pattern.test(memberName(node));
}

/** A use of a global: the bare name (no property, key or declaration of that name) or a member of `globalThis`. */
export function isGlobal(node: Deno.lint.Node, pattern: RegExp): boolean {
  if (node.type === "MemberExpression") return isGlobalMember(node, pattern);
  if (node.type !== "Identifier" || !pattern.test(node.name)) return false;
  const parent = parentOf(node);
  if (parent === undefined) return true;
  switch (parent.type) {
    case "MemberExpression":
      return isSameNode(parent.object, node) || parent.computed;
    case "Property":
      // `const { fetch } = globalThis` names the global; `{ fetch: x }` does not.
      return parent.shorthand || !isSameNode(parent.key, node) || parentOf(parent)?.type === "ObjectPattern";
    case "PropertyDefinition":
    case "MethodDefinition":
    case "TSPropertySignature":
    case "TSMethodSignature":
      return !isSameNode(parent.key, node);
    default:
      return true;
  }
}

/** `Deno.stdin.readable` and its like make a web stream. */
export function isStandardStream(node: Deno.lint.Node): boolean {
  return node.type === "MemberExpression" && /^(?:readable|writable)$/.test(memberName(node)) &&
    node.object.type === "MemberExpression" && /^std(?:in|out|err)$/.test(memberName(node.object));
}

function parentOf(node: Deno.lint.Node): Deno.lint.Node | undefined {
  return (node as { readonly parent?: Deno.lint.Node }).parent;
}

function isSameNode(a: Deno.lint.Node, b: Deno.lint.Node): boolean {
  return a.range[0] === b.range[0] && a.range[1] === b.range[1];
}
