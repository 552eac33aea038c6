import { deepStrictEqual, doesNotThrow, ok, strictEqual } from 'node:assert/strict';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ListedTool, parametersOf } from '../../client/listing.ts';
import type { RequirementId } from '../../requirements/otc/requirement.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';

const definitionKeys = ['id', 'name', 'description', 'version', 'input_schema', 'output_schema', 'requirements'];
const bannedKeywords = ['$ref', '$defs', 'definitions', '$dynamicRef', '$recursiveRef', '$anchor', '$dynamicAnchor'];
const versionForm = /^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$/;

/** OTC-DEF: every case checks every listed tool. */
export const definitionCases: CaseGroup = {
  title: 'Tool definition',
  cases: [
    ofEveryTool('an id has the form Toolkit.Tool@x.y.z', 'OTC-DEF-01', ({ id }) =>
      ok(/^[A-Za-z0-9_]+\.[A-Za-z0-9_]+@[0-9]+\.[0-9]+\.[0-9]+$/.test(id), id),
    ),
    {
      title: 'no two tools share an ID, ignoring case',
      requirements: ['OTC-DEF-02'],
      run: async (server) => {
        const ids = (await server.tools()).map((tool) => tool.id.toLowerCase());
        strictEqual(new Set(ids).size, ids.length);
      },
    },
    ofEveryTool('a name has 1 to 64 letters, digits, underscores and dashes', 'OTC-DEF-03', ({ name }) =>
      ok(typeof name === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(name), String(name)),
    ),
    ofEveryTool('a tool has a description', 'OTC-DEF-04', ({ description }) =>
      ok(typeof description === 'string' && description.trim() !== ''),
    ),
    ofEveryTool('a version is x.y.z', 'OTC-DEF-05', ({ version }) =>
      ok(typeof version === 'string' && versionForm.test(version), String(version)),
    ),
    ofEveryTool('the version inside the id is the version', 'OTC-DEF-06', ({ id, version }) =>
      strictEqual(id.split('@')[1], version),
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
      const { parameters } = tool.input_schema as { parameters?: unknown };
      ok(typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters));
    }),
    ofEveryTool('schemas contain no references and no nested definitions', 'OTC-DEF-09', (tool) => {
      for (const schema of schemasOf(tool)) {
        const found = keywordsIn(schema).filter((keyword) => bannedKeywords.includes(keyword));
        deepStrictEqual(found, []);
      }
    }),
    {
      title: 'schemas are valid, by the newest dialect and by the older one',
      requirements: ['OTC-DEF-09'],
      run: async (server) => {
        const options = { strict: false, validateFormats: false };
        const dialects = [new Ajv2020(options), new Ajv(options)];
        for (const schema of (await server.tools()).flatMap(schemasOf)) {
          const { $schema: _, ...dialectFree } = schema as Record<string, unknown>;
          for (const dialect of dialects) doesNotThrow(() => dialect.compile(dialectFree));
        }
      },
    },
    ofEveryTool('every parameter is a schema object with a description', 'OTC-DEF-10', (tool) => {
      for (const [name, parameter] of Object.entries(parametersOf(tool).properties)) {
        const { description } = parameter as { description?: unknown };
        ok(typeof description === 'string' && description !== '', `parameter '${name}' has no description`);
      }
    }),
    ofEveryTool('output_schema is an object or null', 'OTC-DEF-11', (tool) => {
      ok('output_schema' in tool && typeof tool.output_schema === 'object' && !Array.isArray(tool.output_schema));
    }),
    ofEveryTool('requirements are an object if they exist', 'OTC-DEF-12', ({ requirements }) =>
      ok(requirements === undefined || (typeof requirements === 'object' && requirements !== null)),
    ),
    ofEveryTool('required authorization has ids, and scopes for OAuth 2.0', 'OTC-DEF-13', (tool) => {
      for (const entry of requirementsOf(tool).authorization ?? []) {
        strictEqual(typeof entry.id, 'string');
        const { scopes } = entry.oauth2 ?? {};
        ok(scopes === undefined || (Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')));
      }
    }),
    ofEveryTool('required secrets have ids, and user_id is a boolean', 'OTC-DEF-14', (tool) => {
      const { secrets = [], user_id: userId } = requirementsOf(tool);
      for (const secret of secrets) strictEqual(typeof secret.id, 'string');
      ok(userId === undefined || typeof userId === 'boolean');
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

function ofEveryTool(title: string, requirement: RequirementId, check: (tool: ListedTool) => void): OtcCase {
  return {
    title,
    requirements: [requirement],
    run: async (server) => {
      for (const tool of await server.tools()) {
        try {
          check(tool);
        } catch (error) {
          throw new Error(`${tool.id}: ${(error as Error).message}`, { cause: error });
        }
      }
    },
  };
}

interface ListedRequirements {
  readonly authorization?: readonly { readonly id: unknown; readonly oauth2?: { readonly scopes?: unknown } }[];
  readonly secrets?: readonly { readonly id: unknown }[];
  readonly user_id?: unknown;
}

function requirementsOf(tool: ListedTool): ListedRequirements {
  return tool.requirements ?? {};
}

function schemasOf(tool: ListedTool): readonly object[] {
  const { parameters } = tool.input_schema as { parameters: object };
  return tool.output_schema === null ? [parameters] : [parameters, tool.output_schema as object];
}

const namesFollow = ['properties', 'patternProperties'];
const dataFollows = ['const', 'enum', 'default', 'examples', 'example'];

/** Returns the keywords of a JSON Schema, without names of properties and data. */
function keywordsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn);
  return Object.entries(schema).flatMap(([keyword, part]) => [keyword, ...keywordsBelow(keyword, part)]);
}

function keywordsBelow(keyword: string, part: unknown): readonly string[] {
  if (dataFollows.includes(keyword)) return [];
  if (!namesFollow.includes(keyword)) return keywordsIn(part);
  return Object.values(part ?? {}).flatMap(keywordsIn);
}
