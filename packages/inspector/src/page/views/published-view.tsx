import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { mcpNameOf } from '../calls/start-run.ts';
import { fieldsOf, isFields, isList, type Json, prettyJson, textOf } from '../json.ts';
import type { Store } from '../store.ts';
import { type ToolState, toolKey } from '../tool.ts';
import { Code } from './text.tsx';

/** How each protocol lists a tool, loaded when the section is opened. */
export function PublishedView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const [listed, setListed] = useState<readonly (readonly [string, string])[] | undefined>(undefined);
  const load = async (): Promise<void> => {
    const { otc, mcp } = store.places.value;
    const credential = store.credential.value;
    const headers = credential === '' ? {} : { [store.credentialName.value]: credential };
    const found: [string, string][] = [];
    if (otc !== undefined) {
      const json = (await (await fetch(otc.list, { headers, cache: 'no-store' })).json()) as Json;
      const one = entriesOf(json, 'tools').find((entry) => textOf(entry, 'id') === toolKey(tool));
      found.push(['Open Tool Calling', shown(one)]);
    }
    if (mcp !== undefined) {
      const name = mcpNameOf(tool, store.tools.value);
      const json = await listOverMcp(mcp, headers);
      const one = entriesOf(fieldsOf(json, 'result'), 'tools').find((entry) => textOf(entry, 'name') === name);
      found.push(['MCP 2026-07-28', shown(one)]);
    }
    setListed(found);
  };
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) load().catch(() => setListed([['Listing', 'The listing could not be loaded.']]));
      }}
    >
      <summary>Listing in each protocol</summary>
      {listed?.map(([title, text]) => (
        <div key={title}>
          <h3>{title}</h3>
          <Code label={`Listing over ${title}`} text={text} />
        </div>
      ))}
    </details>
  );
}

function shown(entry: Json | undefined): string {
  return entry === undefined ? 'This protocol does not list the tool.' : prettyJson(JSON.stringify(entry));
}

function entriesOf(json: Json, name: string): readonly Json[] {
  const entries = isFields(json) ? json[name] : undefined;
  return isList(entries) ? entries : [];
}

async function listOverMcp(path: string, headers: Readonly<Record<string, string>>): Promise<Json> {
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/list',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }),
  });
  return (await response.json()) as Json;
}
