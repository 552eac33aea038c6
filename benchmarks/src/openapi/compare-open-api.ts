import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { compareDocument, type DocumentResult } from './compare-document.ts';
import { contenders, installContenders } from './contenders.ts';
import { comparedDocuments } from './documents.ts';
import { startRecordingApi } from './recording-api.ts';

const page = new URL('../../../docs/compare/openapi.md', import.meta.url);

/** Compares projects that make tools of OpenAPI documents; with `--write` in docs/compare/openapi.md. */
export async function compareOpenApi({ quick, write }: BenchOptions): Promise<Section> {
  const folder = join(tmpdir(), 'toolwire-compare-openapi');
  mkdirSync(folder, { recursive: true });
  installContenders(folder);
  const api = await startRecordingApi();
  const results: DocumentResult[] = [];
  try {
    for (const document of comparedDocuments(folder)) {
      results.push(await compareDocument(document, folder, api, quick ? 20 : 100));
    }
  } finally {
    api.close();
  }
  const table = tableOf(results);
  if (write) writeFileSync(page, withTable(readFileSync(page, 'utf8'), table));
  return {
    title: 'Tools from OpenAPI documents',
    about: 'The same calls to each server, over MCP; the API records what arrives. CPU time of the server.',
    figures: [],
    text: table,
  };
}

function tableOf(results: readonly DocumentResult[]): string {
  const head = ['document', 'project', 'tools made', 'refused by models', 'wrong requests', 'CPU per call'];
  const rows = results.flatMap(({ title, operations, rows: ofDocument }) =>
    ofDocument.map((row) => {
      if ('refusal' in row) return [title, row.project, `0 of ${operations}: ${row.refusal}`, '', '', ''];
      const { project, tools, refused, wrong, calls, cpu } = row;
      return [
        title,
        project,
        `${tools} of ${operations}`,
        counted(refused),
        calls === 0 ? '' : `${wrong.length} of ${calls}${reasons(wrong)}`,
        cpu === undefined ? '' : `${(cpu / 1000).toFixed(2)} ms`,
      ];
    }),
  );
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function counted(problems: readonly string[]): string {
  return `${problems.length}${reasons(problems)}`;
}

function reasons(problems: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  const texts = [...counts].sort((one, other) => other[1] - one[1]).map(([problem, count]) => `${count} ${problem}`);
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

/** The page with the table between its marks. */
function withTable(text: string, table: string): string {
  const place = /(<!-- openapi:[^\n]*-->\n)[^]*?(<!-- \/openapi -->)/;
  if (!place.test(text)) throw new Error('docs/compare/openapi.md has no place for the table.');
  const versions = contenders
    .filter(({ version }) => version !== '')
    .map(({ name, version }) => `\`${name}\` ${version}`);
  const measured = `Measured with Node ${process.versions.node} and ${versions.join(', ')}.`;
  return text.replace(place, (_, before: string, after: string) => `${before}\n${table}\n\n${measured}\n\n${after}`);
}
