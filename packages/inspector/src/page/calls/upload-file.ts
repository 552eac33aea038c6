import { contentTypeOf, uploadToolId } from '@toolwire/internal';
import { parseJson, textOf } from '../json.ts';
import type { Store } from '../store.ts';
import { versionsOf } from '../tools.ts';
import type { CallResult } from './call-result.ts';
import { protocolsOf } from './protocols.ts';
import type { PlannedCall } from './run.ts';

/** Uploads a file, and resolves to the value of the parameter for it. */
export async function uploadFile(store: Store, file: File): Promise<string> {
  const [tool] = versionsOf({ id: uploadToolId }, store.tools.value);
  if (tool === undefined) throw new Error(`The server does not list ${uploadToolId}.`);
  const type = contentTypeOf(file.name) ?? (file.type.split(';')[0] || 'application/octet-stream');
  const input = { name: file.name, content_type: type, size: file.size };
  const { kind, value, message } = await callTool(store, {
    tool,
    input,
    context: {},
    credentials: store.credentials(),
  });
  const [reference, url] = [textOf(value, 'file'), textOf(value, 'url')];
  if (kind !== 'value' || reference === undefined || url === undefined) {
    throw new Error(message ?? `${uploadToolId} returned no URL.`);
  }
  await sendBytes(new URL(url, document.location.href), type, file);
  return reference;
}

/** Calls over the first protocol of the server. The call is not in the history of the user. */
function callTool(store: Store, call: PlannedCall): Promise<CallResult> {
  const [protocol = 'otc'] = protocolsOf(store.endpoints.value);
  return new Promise((resolve) => {
    store.start(protocol, call, ({ result }) => {
      if (result.value !== undefined) resolve(result.value);
    });
  });
}

/** Sends the bytes without credentials, because the URL has a signature. */
async function sendBytes(url: URL, type: string, file: File): Promise<void> {
  const { origin } = url;
  if (origin !== document.location.origin) {
    throw new Error(`This page can't send files to ${origin}. Open the inspector there, or use the command line.`);
  }
  const response = await fetch(url, { method: 'PUT', headers: { 'content-type': type }, body: file });
  if (response.ok) return;
  const problem = textOf(parseJson(await response.text()), 'message');
  throw new Error(problem ?? `The server responded with status ${response.status}.`);
}
