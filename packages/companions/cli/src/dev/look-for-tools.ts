import { diffListings } from '@toolwire/contract';
import { CliError } from '../cli-error.ts';
import type { Arguments } from '../command.ts';
import { savedTool } from '../saved-listing.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import { withTarget } from '../target/find-target.ts';
import { tryMcp } from '../target/mcp-target.ts';
import type { Target } from '../target/target.ts';
import type { Terminal } from '../terminal.ts';
import type { DevReport } from './dev-report.ts';
import { findInspector } from './find-inspector.ts';
import { type Listening, urlOf } from './tell-listening.ts';

/** What is kept from one start to the next. */
export interface Known {
  /** The ports of the program's servers. */
  readonly ports: number[];
  listing: object | undefined;
  address: string | undefined;
}

/** What a look needs. */
interface LookSettings {
  readonly given: Arguments;
  /** Its signal aborts when the program is stopped. */
  readonly terminal: Terminal;
  /** Where the tools are mounted. */
  readonly path: string;
  readonly known: Known;
  readonly report: DevReport;
  /** When the change was seen. */
  readonly since: number;
}

/** Looks for tools wherever a program listens, until they are found, and tells what has changed. */
export function lookForTools(settings: LookSettings): (listening: Listening) => void {
  let isFound = false;
  let looked = Promise.resolve();
  return (listening) => {
    settings.known.ports[listening.at] = listening.port;
    looked = looked.then(async () => {
      isFound ||= await look(urlOf(listening), settings);
    });
  };
}

async function look(url: string, settings: LookSettings): Promise<boolean> {
  const { given, terminal, path, report } = settings;
  try {
    await withTarget(url + path, given, terminal, (target) => tell(target, settings));
    return true;
  } catch (thrown) {
    // Either the program has been stopped, or what it serves are no tools, which the user is told.
    if (!terminal.signal.aborted) report.silent(url + path, thrown instanceof Error ? thrown.message : String(thrown));
    return false;
  }
}

async function tell(found: Target, { given, terminal, known, report, since }: LookSettings): Promise<void> {
  const target = { ...found, address: found.address.replace(/\/+$/, '') };
  const afterMs = performance.now() - since;
  const listing = { tools: target.tools.map(savedTool) };
  const diff = known.listing === undefined ? undefined : diffListings(known.listing, listing);
  const isAtSameAddress = known.address === target.address;
  known.listing = listing;
  known.address = target.address;
  const mcpUrl = isAtSameAddress ? undefined : await mcpUrlOf(target, given, terminal);
  const inspectorUrl = isAtSameAddress ? undefined : await findInspector(target, terminal.signal);
  report.ready({ target, mcpUrl, inspectorUrl, afterMs, diff, isAtSameAddress });
}

async function mcpUrlOf({ wire, address }: Target, given: Arguments, terminal: Terminal): Promise<string | undefined> {
  if (wire === 'mcp') return address;
  const url = new URL(`${address.replace(/\/worker$/, '')}/mcp`);
  try {
    const tried = await tryMcp(url, connectionSettings(given, terminal));
    if (!tried.isTarget) return undefined;
    await tried.target.close();
    return url.href;
  } catch (thrown) {
    // It is there, and wants to know who calls.
    if (thrown instanceof CliError) return url.href;
    throw thrown;
  }
}
