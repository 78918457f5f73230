/**
 * Fails when an import of product code points the wrong way. Run by `deno task ok`.
 *
 * @module
 */
import { readImports } from "./import_graph.ts";
import { layerFaults } from "./layer_rules.ts";

if (import.meta.main) {
  const edges = await readImports(new URL("..", import.meta.url), ["main.ts", "lib", "hooks"]);
  const faults = layerFaults(edges);
  for (const { path, line, message } of faults) console.error(`${path}:${line}: ${message}`);
  console.error(`layers: ${edges.length} imports, ${faults.length} of them wrong`);
  // No import at all means that nothing was read.
  if (faults.length > 0 || edges.length === 0) Deno.exit(1);
}
