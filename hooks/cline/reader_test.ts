import { assertEquals } from "@std/assert";
import { createClineReader } from "./reader.ts";

Deno.test("createClineReader() takes an error that the client shows for no reply", () => {
  const reader = createClineReader({ sessionId: "s1" });
  const message = (metadata: Record<string, unknown>) => ({
    cline: "message",
    message: { id: "m1", role: "assistant", content: [{ type: "text", text: "The kettle is gone." }], metadata },
  });
  const told = (metadata: Record<string, unknown>) => reader.read(message(metadata)).map((event) => event.type);
  assertEquals(told({}), ["reply"]);
  assertEquals(told({ displayRole: "assistant" }), ["reply"]);
  assertEquals(told({ displayOnly: true, displayRole: "error" }), ["evidence"]);
  assertEquals(told({ displayRole: "Status" }), ["evidence"]);
});
