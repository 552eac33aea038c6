import { describe, expect, it } from 'vitest';
import { findModuleState } from '../module-state.mjs';

const found = (text) => findModuleState('a.ts', text).map(({ line, what }) => `${line} ${what}`);

describe('module state', () => {
  it.each([
    ['let count = 0;', '1 a variable of the module'],
    ['export let count: number;', '1 a variable of the module'],
    ['const seen = new Map();\nfunction keep(key) { seen.set(key, 1); }', "2 'seen' of the module is changed"],
    ['const list: string[] = [];\nexport const add = (one) => list.push(one);', "2 'list' of the module is changed"],
    [
      'const state = { on: false };\nexport function start() { state.on = true; }',
      "2 'state' of the module is changed",
    ],
    ['const cache = {};\nfunction drop(key) { delete cache[key]; }', "2 'cache' of the module is changed"],
    ['const state = { n: 0 };\nexport const next = () => state.n++;', "2 'state' of the module is changed"],
    ['const state = { a: { n: 0 } };\nexport function set() { state.a.n = 1; }', "2 'state' of the module is changed"],
    [
      'const state = { seen: [] };\nexport const add = (one) => state.seen.push(one);',
      "2 'state' of the module is changed",
    ],
    [
      'const state = {};\nexport const keep = (one) => Object.assign(state, one);',
      "2 'state' of the module is changed",
    ],
    ['function patch(schema) {\n  Reflect.set(schema, "parse", 1);\n}', '2 Reflect.set'],
    ['class Pool { static size = 0; }', '1 a static variable'],
  ])('is found: %j', (text, finding) => {
    expect(found(text)).toEqual([finding]);
  });

  it.each([
    'const names = new Set(["a"]);\nexport const has = (name) => names.has(name);',
    'function make() { const seen = new Map(); seen.set(1, 1); return seen; }',
    'function count() { let total = 0; total += 1; return total; }',
    'class Pool { static readonly limit = 5; #size = 0; }',
    'declare let before: string;',
  ])('is not the state of a function or an object: %j', (text) => {
    expect(found(text)).toEqual([]);
  });
});
