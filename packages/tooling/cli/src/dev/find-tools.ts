import { diffListings } from '@toolwire/contract';
import { CliError } from '../cli-error.ts';
import type { Arguments } from '../help/command.ts';
import { savedTool } from '../listed-tools.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import { withTarget } from '../target/find-target.ts';
import { tryMcp } from '../target/mcp-target.ts';
import type { Target } from '../target/target.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { DevReport } from './dev-report.ts';
import { type Listening, urlOf } from './report-listening.ts';
import { findInspector } from './write-addresses.ts';

/** State that is kept between starts. */
export interface DevState {
  /** The ports of the program's servers. */
  readonly ports: number[];
  listing: object | undefined;
  address: string | undefined;
}

interface SearchSettings {
  readonly given: Arguments;
  /** The signal aborts when the program is stopped. */
  readonly terminal: Terminal;
  /** The mount path of the tools. */
  readonly path: string;
  readonly known: DevState;
  readonly report: DevReport;
  /** The time of the change. */
  readonly since: number;
}

/** Looks for tools at every port of the program until they are found, and reports the changes. */
export function findTools(settings: SearchSettings): (listening: Listening) => void {
  let isFound = false;
  let searched = Promise.resolve();
  return (listening) => {
    settings.known.ports[listening.at] = listening.port;
    searched = searched.then(async () => {
      isFound ||= await search(urlOf(listening), settings);
    });
  };
}

async function search(url: string, settings: SearchSettings): Promise<boolean> {
  const { given, terminal, path, report } = settings;
  try {
    await withTarget(url + path, given, terminal, (target) => reportTools(target, settings));
    return true;
  } catch (thrown) {
    // The program was stopped, or it serves no tools, which is reported.
    if (!terminal.signal.aborted) report.noTools(url + path, thrown instanceof Error ? thrown.message : String(thrown));
    return false;
  }
}

async function reportTools(found: Target, { given, terminal, known, report, since }: SearchSettings): Promise<void> {
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
    // The inspector is served, but needs credentials.
    if (thrown instanceof CliError) return url.href;
    throw thrown;
  }
}
