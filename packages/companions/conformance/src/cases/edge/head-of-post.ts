import type { OtcServer } from '../../subject/otc-server.ts';

/** The head of a call whose body is sent apart from it. */
export function headOfPost(
  server: OtcServer,
  more: { readonly contentLength: number; readonly headers?: readonly string[] },
): Uint8Array {
  const headers = ['Content-Type: application/json', ...(more.headers ?? [])];
  return server.bytes({ method: 'POST', path: '/tools/call', headers, contentLength: more.contentLength });
}
