import type { VNode } from 'preact';
import type { ToolState } from '../../../server-state.ts';
import { findListedTool } from '../../calls/mcp-messages.ts';
import { protocolTitles } from '../../calls/protocols.ts';
import { entriesOf, type Json, prettyJson, textOf } from '../../json.ts';
import { fetchWith } from '../../requests.ts';
import type { Store } from '../../store.ts';
import { mcpNameOf, toolKey } from '../../tools.ts';
import { Alert, Loading } from '../notices.tsx';
import { TitledCode } from '../text.tsx';
import { useLoaded } from '../use-loaded.ts';

interface Listing {
  readonly protocol: string;
  readonly text: string;
}

/** How each protocol lists a tool, loaded when its tab is opened. */
export function ListingsView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const { data: listings, problem } = useLoaded(store, tool, loadListings);
  if (problem !== undefined) return <Alert message={`The listings could not be loaded. ${problem}`} />;
  if (listings === undefined) return <Loading title="Loading the listings" />;
  return (
    <>
      <p class="hint">The entry of this tool in the listing of each protocol, as received.</p>
      {listings.map(({ protocol, text }) => (
        <TitledCode key={protocol} title={`Listing over ${protocol}`} text={text} />
      ))}
    </>
  );
}

async function loadListings(store: Store, tool: ToolState): Promise<readonly Listing[]> {
  const { otc, mcp } = store.endpoints.value;
  const credentials = store.credentials();
  const listings: Listing[] = [];
  if (otc !== undefined) {
    const response = await fetchWith(credentials, otc.list);
    if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
    const entries = entriesOf(await response.json(), 'tools');
    const entry = entries.find((candidate) => textOf(candidate, 'id') === toolKey(tool));
    listings.push({ protocol: protocolTitles.otc, text: entryText(entry) });
  }
  if (mcp !== undefined) {
    const entry = await findListedTool(mcp, mcpNameOf(tool, store.tools.value), credentials);
    listings.push({ protocol: protocolTitles['mcp-2026-07-28'], text: entryText(entry) });
  }
  return listings;
}

function entryText(entry: Json | undefined): string {
  return entry === undefined ? 'This protocol does not list the tool.' : prettyJson(JSON.stringify(entry));
}
