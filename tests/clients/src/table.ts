import { type Capability, capabilities, type PublishedClient, type Seen } from './client.ts';

/** The line of the table for one client: what it sees of ours, and of the official server where that is not the same. */
export function rowOf({ name, install }: PublishedClient, ours: Seen, official: Seen): string {
  const cells = capabilities.map((capability) => cellOf(ours[capability], official[capability]));
  return `| ${name} (\`${install[0]}\`) | ${cells.join(' | ')} |`;
}

function cellOf(ours: string, official: string): string {
  return ours === official || official === '–' ? ours : `${ours} (official: ${official})`;
}

/** What a client sees of the official server and not of ours. */
export function worseCells(ours: Seen, official: Seen): readonly Capability[] {
  return capabilities.filter((capability) => official[capability] === 'yes' && ours[capability] !== 'yes');
}

/** The head of the table. */
export const tableHead: string = [
  `| client | ${capabilities.join(' | ')} |`,
  `|---|${capabilities.map(() => '---').join('|')}|`,
].join('\n');
