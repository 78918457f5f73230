/**
 * The machine that an envelope comes from, and the transcript that it names, as this side can open it.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { translatePath } from "../paths/translate.ts";
import { under } from "../record/layout.ts";
import type { ClientModule, Environment } from "../types.ts";
import type { BridgeCall } from "./envelope.ts";
import { withInlineFile } from "./inline_files.ts";

/** What can be imported. */
export interface ReachedTranscript {
  /** The product over the origin's paths. */
  readonly product: Product;
  readonly transcript: string;
}

/** The machine that recorded what a call is about. */
export function originOf({ origin }: BridgeCall): Environment {
  return origin.env === "windows" ? { os: "windows" } : { os: "wsl", distro: origin.distro };
}

/**
 * Reaches the transcript. A path has to lie below one of the client's stores on the side where it was recorded, as for every
 * hook; the profile's word on where that home is goes before the envelope's.
 *
 * @returns why it cannot be reached, where it cannot
 */
export function reachTranscript(
  product: Product,
  client: ClientModule,
  call: BridgeCall,
): ReachedTranscript | { readonly reason: string } {
  const environment = originOf(call);
  const { transcript_path: path } = call.payload;
  const origin = { ...product, environment };
  if (call.transcript.mode === "inline") {
    const bytes = decoded(call.transcript.base64);
    if (bytes === undefined) return { reason: "bad-inline" };
    const name = path.replace(/^.*[/\\]/, "");
    const at = under(product.homes.data, "spool", "inline", client.folder, call.payload.session_id, name);
    return { product: { ...origin, files: withInlineFile(product.files, at, { bytes, mtime: 0 }) }, transcript: at };
  }
  const { machine } = product.facts;
  const native = (text: string) =>
    translatePath(text, { from: environment, to: machine.environment, mounts: machine.paths.mounts ?? [] });
  const named = native(path);
  const real = named === undefined ? undefined : realPath(product, named);
  if (real === undefined || product.files.stat(real)?.isFile !== true) return { reason: "transcript-not-reachable" };
  const home = environment.os === "windows"
    ? product.profiles.find(({ here }) => here)?.windowsHome ?? call.origin.home
    : product.profiles.find(({ distro }) => environment.os === "wsl" && distro === environment.distro)?.home ??
      call.origin.home;
  const stores = [...client.stores({ home, environment: () => undefined }), ...call.origin.stores];
  const isStored = stores.map(native).some((store) => {
    const root = store === undefined ? undefined : realPath(product, store);
    return root !== undefined && (real.startsWith(`${root}/`) || real.startsWith(`${root}\\`));
  });
  return isStored ? { product: origin, transcript: real } : { reason: "outside-stores" };
}

function realPath({ files }: Product, path: string): string | undefined {
  try {
    return files.realPath(path);
  } catch {
    return undefined;
  }
}

function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
