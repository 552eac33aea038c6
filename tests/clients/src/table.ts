import { type Capability, type CapabilityResults, capabilities, type PublishedClient } from './client.ts';
import type { Difference } from './differences.ts';

/** The line of the table for one client: what it sees of ours, and of the official server where that is not the same. */
export function rowOf(
  { name, install }: PublishedClient,
  ours: CapabilityResults,
  official: CapabilityResults,
): string {
  const cells = capabilities.map((capability) => cellOf(ours[capability], official[capability]));
  return `| ${name} (\`${install[0]}\`) | ${cells.join(' | ')} |`;
}

function cellOf(ours: string, official: string): string {
  return isSame(ours, official) ? ours : `${ours} (official: ${official})`;
}

/** Whether the official server does the same, or cannot. */
function isSame(ours: string, official: string): boolean {
  return ours === official || official === '–';
}

/** The cells of a row that need an explanation: with a missing result, or different servers. */
export function cellsToExplain(ours: CapabilityResults, official: CapabilityResults): readonly Capability[] {
  return capabilities.filter((one) => !['yes', '–'].includes(ours[one]) || !isSame(ours[one], official[one]));
}

/** The line of the second table for what a client misses, and whose fault it is. */
export function reasonRowOf({ client, capability, whose, why }: Difference): string {
  return `| ${client} | ${capability} | ${whose} | ${why} |`;
}

/** What a client sees of the official server and not of ours. */
export function worseCells(ours: CapabilityResults, official: CapabilityResults): readonly Capability[] {
  return capabilities.filter((capability) => official[capability] === 'yes' && ours[capability] !== 'yes');
}

/** The head of the table. */
export const tableHead: string = [
  `| client | ${capabilities.join(' | ')} |`,
  `|---|${capabilities.map(() => '---').join('|')}|`,
].join('\n');
