import { readFileSync } from 'node:fs';
import { anyPostgres, noPostgres } from '@toolwire/programs/postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { readProse } from '../src/prose.ts';
import { runProgram } from '../src/run-program.ts';
import { readSkills, type Skill } from '../src/skills.ts';

/** The output of each task's program, which was written with one skill. */
const tasks: Readonly<Record<string, string>> = {
  toolwire: '68 68\nThe lowest is -273.15\n',
  'toolwire-auth': 'prices for partner, by a key of 5\nrefused\npartner\nunauthenticated\n',
  'toolwire-cli': '0 0 1\n',
  'toolwire-client': 'Printed a page 2\nPrinted a page 2\nMust be a string, got the number 7\n',
  'toolwire-mcp': 'Boil all of it.\nBoil all of it.\nPlan a meal for two.\n',
  'toolwire-mcp-migration': 'Kept 1 of 1\nThere is no room\n',
  'toolwire-models': `[ 'Math_Square' ]\nuser 2 "25"\n`,
  'toolwire-nest': '200 12 for ada\n422 undefined\n',
  'toolwire-postgres': 'same true\n',
  'toolwire-tasks': 'rejected true\n',
};

const skills = readSkills();
/** The skills whose programs need a PostgreSQL. */
const onPostgres = new Set(['toolwire-postgres']);
const sourceOf = (name: string): string => readFileSync(new URL(`../src/tasks/${name}.ts`, import.meta.url), 'utf8');

test('the packages have exactly the skills with a task', () => {
  expect(skills.map(({ name }) => name).sort()).toEqual(Object.keys(tasks));
});

describe.each(skills.map((skill) => [skill.name, skill] as const))('the skill %s', (name, skill: Skill) => {
  const canRun = !onPostgres.has(name) || noPostgres === undefined;
  let environment = {};
  beforeAll(async () => {
    if (!onPostgres.has(name) || !canRun) return undefined;
    const postgres = await anyPostgres();
    environment = { DATABASE_URL: postgres.url };
    return postgres.remove;
  });

  test('is named like its folder, has a description of one sentence, and is short', () => {
    const [, named, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(skill.text) ?? [];
    expect(named).toBe(name);
    expect(description).toMatch(/\. Use (?:when|to) /);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(skill.text.split('\n').length).toBeLessThanOrEqual(150);
  });

  test.runIf(canRun).each(skill.programs.map((program, index) => [index + 1, program] as const))(
    'has a program %i that prints the output below it',
    async (_index, { code, output }) => {
      expect(await runProgram(code, environment)).toBe(output);
    },
  );

  test('names only code that exists in the sources', () => {
    expect(readProse(skill.text).filter((word) => !(word in tasks))).toEqual([]);
  });

  test.runIf(canRun)(
    'is sufficient for its task: a program that imports and calls only what the skill shows works',
    async () => {
      const source = sourceOf(name);
      const imports = [...source.matchAll(/^import \{([^}]+)\} from '(\S+)';$/gm)].filter(([, , from]) =>
        /toolwire/.test(from ?? ''),
      );
      const taken = imports.flatMap(([, names = '', from = '']) => [
        ...names.split(',').map((one) => one.trim()),
        from,
      ]);
      expect(taken.filter((one) => !skill.text.includes(one))).toEqual([]);
      expect(await runProgram(source, environment)).toBe(tasks[name]);
    },
  );
});
