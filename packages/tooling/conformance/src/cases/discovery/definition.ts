import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { isObject } from '@toolwire/internal';
import { schemasIn } from '@toolwire/internal/json-schema';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ListedTool, parametersOf } from '../../client/listing.ts';
import type { OtcServer } from '../../client/otc-server.ts';
import type { RequirementId } from '../../requirements/otc/requirement.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';

const definitionKeys = ['id', 'name', 'description', 'version', 'input_schema', 'output_schema', 'requirements'];
const bannedKeywords = ['$ref', '$defs', 'definitions', '$dynamicRef', '$recursiveRef', '$anchor', '$dynamicAnchor'];
const versionForm = /^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$/;

/** Tool definitions. Every case checks every listed tool (OTC-DEF). */
export const definitionCases: CaseGroup = {
  title: 'Tool definition',
  cases: [
    ofEveryTool('an ID has the form Toolkit.Tool@x.y.z', 'OTC-DEF-01', ({ id }) =>
      ok(
        /^[A-Za-z0-9_]+\.[A-Za-z0-9_]+@[0-9]+\.[0-9]+\.[0-9]+$/.test(id),
        `id: expected Toolkit.Tool@x.y.z, got ${id}`,
      ),
    ),
    {
      title: 'no two tools share an ID',
      requirements: ['OTC-DEF-02'],
      run: async (server) => expectUnique((await server.tools()).map(({ id }) => id)),
    },
    {
      title: 'no two tools share an ID, ignoring case',
      requirements: ['OTC-DEF-02'],
      grade: 'advised',
      run: async (server) => expectUnique((await server.tools()).map(({ id }) => id.toLowerCase())),
    },
    ofEveryTool('a name has 1 to 64 letters, digits, underscores and dashes', 'OTC-DEF-03', ({ name }) =>
      ok(
        typeof name === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(name),
        `name: expected 1 to 64 of these characters, got ${String(name)}`,
      ),
    ),
    ofEveryTool('a tool has a description', 'OTC-DEF-04', ({ description }) =>
      ok(
        typeof description === 'string' && description.trim() !== '',
        `description: expected a string, got ${JSON.stringify(description)}`,
      ),
    ),
    ofEveryTool('a version is x.y.z', 'OTC-DEF-05', ({ version }) =>
      ok(typeof version === 'string' && versionForm.test(version), `version: expected x.y.z, got ${String(version)}`),
    ),
    ofEveryTool('the version in the ID equals the version field', 'OTC-DEF-06', ({ id, version }) =>
      strictEqual(version, id.split('@')[1], `version: expected the one of the ID, got ${String(version)}`),
    ),
    {
      title: 'each version of a tool is a separate entry',
      requirements: ['OTC-DEF-07'],
      needs: ['fixtures'],
      run: async (server) => {
        const versions = (await server.tools()).filter((tool) => tool.id.startsWith('Conf.Multi@'));
        deepStrictEqual(
          new Set(versions.map((tool) => tool.version)),
          new Set(['1.0.0', '1.2.0', '1.9.0', '1.10.0', '2.1.0', '10.0.0']),
        );
      },
    },
    ofEveryTool('input_schema.parameters is an object', 'OTC-DEF-08', (tool) => {
      const { parameters } = Object(tool.input_schema) as { parameters?: unknown };
      ok(isObject(parameters), `input_schema.parameters: expected an object, got ${JSON.stringify(parameters)}`);
    }),
    ofEveryTool('schemas contain no references and no nested definitions', 'OTC-DEF-09', (tool) => {
      for (const root of schemasOf(tool)) {
        const keywords = schemasIn(root).flatMap(({ schema }) => Object.keys(schema));
        const banned = keywords.filter((keyword) => bannedKeywords.includes(keyword));
        strictEqual(banned.length, 0, `schemas: expected no ${banned.join(', ')}, got ${JSON.stringify(root)}`);
      }
    }),
    {
      title: 'schemas are valid in JSON Schema 2020-12 and draft-07',
      requirements: ['OTC-DEF-09'],
      run: async (server) => {
        const options = { strict: false, validateFormats: false, addUsedSchema: false };
        const dialects = [new Ajv2020(options), new Ajv(options)];
        await forEveryTool(server, (tool) => {
          for (const schema of schemasOf(tool)) {
            const { $schema: _, ...dialectFree } = schema as Record<string, unknown>;
            for (const dialect of dialects) dialect.compile(dialectFree);
          }
        });
      },
    },
    {
      title: 'every parameter is a schema object with a description',
      requirements: ['OTC-DEF-10'],
      run: async (server) => {
        const lines = (await server.tools()).flatMap((tool) => {
          const names = undescribedParameters(tool);
          return names.length === 0 ? [] : [`${tool.id}: ${names.join(', ')}`];
        });
        ok(lines.length === 0, `parameters without a description: ${lines.join('; ')}`);
      },
    },
    ofEveryTool('output_schema is an object or null', 'OTC-DEF-11', (tool) => {
      ok(
        'output_schema' in tool && typeof tool.output_schema === 'object' && !Array.isArray(tool.output_schema),
        `output_schema: expected an object or null, got ${JSON.stringify(tool.output_schema)}`,
      );
    }),
    ofEveryTool('requirements are an object if they exist', 'OTC-DEF-12', ({ requirements }) =>
      ok(
        requirements === undefined || isObject(requirements),
        `requirements: expected an object, got ${JSON.stringify(requirements)}`,
      ),
    ),
    ofEveryTool('required authorization has IDs, and scopes for OAuth 2.0', 'OTC-DEF-13', (tool) => {
      for (const entry of requiredEntries(tool, 'authorization')) {
        const { scopes } = Object(entry.oauth2) as { scopes?: unknown };
        ok(
          scopes === undefined || (Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')),
          `scopes: expected a list of strings, got ${JSON.stringify(scopes)}`,
        );
      }
    }),
    ofEveryTool('required secrets have IDs, and user_id is a boolean', 'OTC-DEF-14', (tool) => {
      requiredEntries(tool, 'secrets');
      const { user_id: userId } = Object(tool.requirements) as { user_id?: unknown };
      ok(
        userId === undefined || typeof userId === 'boolean',
        `user_id: expected a boolean, got ${JSON.stringify(userId)}`,
      );
    }),
    {
      ...ofEveryTool('a definition has no members the standard does not name', 'OTC-DEF-15', (tool) =>
        deepStrictEqual(
          Object.keys(tool).filter((key) => !definitionKeys.includes(key)),
          [],
        ),
      ),
      // The pages call definitions extensible; only the published schema closes them.
      grade: 'advised',
    },
  ],
};

function undescribedParameters(tool: ListedTool): readonly string[] {
  return Object.entries(parametersOf(tool).properties)
    .filter(([, parameter]) => {
      const { description } = Object(parameter) as { description?: unknown };
      return typeof description !== 'string' || description === '';
    })
    .map(([name]) => name);
}

function ofEveryTool(title: string, requirement: RequirementId, check: (tool: ListedTool) => void): OtcCase {
  return {
    title,
    requirements: [requirement],
    run: (server) => forEveryTool(server, check),
  };
}

/** Checks every listed tool. Errors name the tool. */
async function forEveryTool(server: OtcServer, check: (tool: ListedTool) => void): Promise<void> {
  for (const tool of await server.tools()) {
    try {
      check(tool);
    } catch (error) {
      throw new Error(`${tool.id}: ${(error as Error).message}`, { cause: error });
    }
  }
}

function expectUnique(ids: readonly string[]): void {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  ok(repeated === undefined, `IDs: expected different ones, got ${repeated} twice`);
}

/** The schemas of the parameters and the output of a listed tool. */
function schemasOf(tool: ListedTool): readonly object[] {
  const { parameters } = Object(tool.input_schema) as { parameters?: unknown };
  // Other cases report schemas that are not objects.
  return [parameters, tool.output_schema].filter((schema): schema is object => isObject(schema));
}

interface RequiredEntry {
  readonly id: string;
  readonly oauth2?: unknown;
}

/** Returns the tokens or secrets that a listed tool requires. Throws unless each has an ID. */
function requiredEntries(tool: ListedTool, kind: 'authorization' | 'secrets'): readonly RequiredEntry[] {
  const { [kind]: entries = [] } = Object(tool.requirements) as Partial<Record<string, unknown>>;
  const hasIds =
    Array.isArray(entries) && entries.every((entry) => typeof (Object(entry) as { id?: unknown }).id === 'string');
  ok(hasIds, `${kind}: expected entries with an ID, got ${JSON.stringify(entries)}`);
  return entries as readonly RequiredEntry[];
}
