import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { findListed } from '../calls/post-mcp.ts';
import { mcpNameOf } from '../calls/start-run.ts';
import { entriesOf, type Json, prettyJson, textOf } from '../json.ts';
import type { Store } from '../store.ts';
import { type ToolState, toolKey } from '../tool.ts';
import { Waiting } from './empty.tsx';
import { Box } from './text.tsx';

/** How each protocol lists a tool, loaded when its tab is opened. */
export function PublishedView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const [listed, setListed] = useState<readonly (readonly [string, string])[] | undefined>(undefined);
  const load = async (): Promise<void> => {
    const { otc, mcp } = store.places.value;
    const headers = store.credentials();
    const found: [string, string][] = [];
    if (otc !== undefined) {
      const json = (await (await fetch(otc.list, { headers, cache: 'no-store' })).json()) as Json;
      const one = entriesOf(json, 'tools').find((entry) => textOf(entry, 'id') === toolKey(tool));
      found.push(['Open Tool Calling', shown(one)]);
    }
    if (mcp !== undefined) {
      const name = mcpNameOf(tool, store.tools.value);
      found.push(['MCP 2026-07-28', shown(await findListed(mcp, name, headers))]);
    }
    setListed(found);
  };
  useEffect(() => {
    load().catch(() => setListed([['Listing', 'The listing could not be loaded.']]));
  }, [store, tool]);
  if (listed === undefined) return <Waiting title="Loading the listings" />;
  return (
    <>
      <p class="hint">What each protocol lists for this tool, as received.</p>
      {listed.map(([title, text]) => (
        <Box key={title} title={`Listing over ${title}`} text={text} />
      ))}
    </>
  );
}

function shown(entry: Json | undefined): string {
  return entry === undefined ? 'This protocol does not list the tool.' : prettyJson(JSON.stringify(entry));
}
