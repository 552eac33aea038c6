import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { bundleProgram } from '@toolwire/programs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentReport } from './import-document.ts';
import {
  downloadPackages,
  NotDownloaded,
  type PackedDocument,
  pathOf,
  publishedDocuments,
} from './packed-documents.ts';

const run = promisify(execFile);

const documents = await publishedDocuments();
const missing = await downloadPackages(documents).then(
  () => undefined,
  (thrown: unknown) => {
    if (thrown instanceof NotDownloaded && process.env['CI'] !== 'true') return thrown.message;
    throw thrown;
  },
);

// Ends an import that would go on forever.
const timeout = 300_000;
const processes = 2;

interface Imported extends PackedDocument {
  readonly report: DocumentReport | undefined;
  /** Why the process ended without a report. */
  readonly end: string | undefined;
}

/** Imports a document in a separate process, whose memory can be measured and which can be ended. */
async function importOne(program: string, document: PackedDocument): Promise<Imported> {
  try {
    const { stdout } = await run(process.execPath, [program, pathOf(document)], { timeout, maxBuffer: 1e9 });
    return { ...document, report: JSON.parse(stdout) as DocumentReport, end: undefined };
  } catch (thrown) {
    return { ...document, report: undefined, end: String(thrown).slice(0, 1000) };
  }
}

async function importEach(): Promise<readonly Imported[]> {
  const program = bundleProgram(new URL('import-document.ts', import.meta.url));
  const open = [...documents];
  const imported: Imported[] = [];
  const work = async () => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) imported.push(await importOne(program, next));
  };
  await Promise.all(Array.from({ length: processes }, work));
  return imported;
}

/** `npm test -- packages/tooling/openapi/test/published-documents.nightly.test.ts` prints this table. */
function tableOf(imported: readonly Imported[]): string {
  const rows = imported
    .flatMap(({ file, report }) => (report === undefined ? [] : [{ file, ...report }]))
    .sort((one, other) => one.megabytes - other.megabytes)
    .map(({ file, megabytes, tools, reasons, seconds, peakMebibytes }) =>
      [
        file,
        megabytes.toFixed(2),
        tools,
        reasons.length,
        seconds.toFixed(2),
        (seconds / megabytes).toFixed(1),
        peakMebibytes.toFixed(0),
      ].join(' | '),
    );
  return ['document | MB | tools | unsupported | s | s per MB | peak MiB', ...rows, ''].join('\n');
}

describe.skipIf(missing !== undefined)(
  `${documents.length} published documents${missing === undefined ? '' : `, skipped: ${missing}`}`,
  () => {
    let imported: readonly Imported[] = [];
    beforeAll(async () => {
      imported = await importEach();
      process.stdout.write(tableOf(imported));
    }, 3_600_000);

    const reports = () => imported.flatMap(({ file, report }) => (report === undefined ? [] : [{ file, ...report }]));

    it('are at least 200, of all sizes', () => {
      expect(imported.length).toBeGreaterThanOrEqual(200);
      const sizes = reports().map(({ megabytes }) => megabytes);
      expect(Math.min(...sizes)).toBeLessThan(0.01);
      expect(Math.max(...sizes)).toBeGreaterThan(10);
    });

    it('are all imported within the time limit, or refused with a reason', () => {
      expect(imported.filter(({ end }) => end !== undefined)).toEqual([]);
      expect(reports().filter(({ tools, reasons }) => tools === 0 && reasons.length === 0)).toEqual([]);
      expect(reports().flatMap(({ reasons }) => reasons.filter((reason) => !/: .+|TW_/su.test(reason)))).toEqual([]);
    });

    it('become the same number of tools as source and at run time', () => {
      expect(reports().filter(({ tools, runTimeTools }) => tools !== runTimeTools)).toEqual([]);
    });

    it('become tools nearly always', () => {
      const tools = reports().reduce((sum, one) => sum + one.tools, 0);
      const unsupported = reports().reduce((sum, one) => sum + one.reasons.length, 0);
      process.stdout.write(`${tools} tools, ${unsupported} operations unsupported\n`);
      expect(unsupported).toBeLessThan(tools / 20);
    });

    it('are read without any connection or look-up', () => {
      expect(reports().filter(({ lookups }) => lookups.length > 0)).toEqual([]);
    });

    it('need no more memory than a constant share of their size', () => {
      // 150 MiB for Node and this package, and 60 for each megabyte.
      expect(reports().filter((one) => one.peakMebibytes > 150 + 60 * one.megabytes)).toEqual([]);
    });
  },
);
