/**
 * A package registry on the loopback interface, for tests that install our own packages with the real npm: started by
 * Node with a directory that holds `packages.json` (documents by package name) and the archives that these name. It
 * prints its port, and ends with its standard input.
 *
 * @module
 */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import process from "node:process";

const [directory] = process.argv.slice(2);

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  if (path.endsWith(".tgz")) {
    const archive = join(directory, basename(path));
    response.writeHead(200, { "content-length": statSync(archive).size });
    createReadStream(archive).pipe(response);
    return;
  }
  const found = JSON.parse(readFileSync(join(directory, "packages.json"), "utf8"))[path.slice(1)];
  response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(found ?? { error: "not found" }));
});

server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
process.stdin.on("end", () => process.exit(0)).resume();
