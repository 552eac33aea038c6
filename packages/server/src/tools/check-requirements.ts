import { type Fields, isObject } from '@toolwire/core/wire';
import { StartupError } from '@toolwire/internal';

const kinds: readonly string[] = ['authorization', 'secrets', 'userId'];
const memberNames = { authorization: ['id', 'oauth2'], secrets: ['id'], oauth2: ['scopes'] } as const;

/** Throws for requirements that no call can meet or that would be ignored (OTC-DEF-12 to 14). */
export function checkRequirements(requirements: unknown): void {
  if (requirements === undefined) return;
  if (!isObject(requirements)) {
    throw invalid("requirements must be an object, such as { secrets: [{ id: 'NAME' }] }");
  }
  expectNames('requirements', requirements, kinds);
  const { userId = false } = requirements;
  if (typeof userId !== 'boolean') throw invalid('userId must be true or false');
  for (const kind of ['authorization', 'secrets'] as const) checkList(kind, requirements[kind]);
}

function checkList(kind: 'authorization' | 'secrets', list: unknown = []): void {
  const listName = `requirements.${kind}`;
  const entries: readonly unknown[] = [list].flat();
  const ids = new Set<string>();
  for (const entry of entries) {
    const id = isObject(entry) ? entry['id'] : undefined;
    if (!Array.isArray(list) || !isObject(entry) || typeof id !== 'string') {
      const example = entries.find((item) => typeof item === 'string') ?? 'NAME';
      throw invalid(`${listName} must be a list such as [{ id: '${example}' }]`);
    }
    if (id.trim() === '') throw invalid(`${listName} has an empty ID`);
    if (ids.has(id)) throw invalid(`${listName} contains the ID '${id}' twice`);
    ids.add(id);
    expectNames(`${listName} of '${id}'`, entry, memberNames[kind]);
    checkOAuth(`${listName} of '${id}'`, entry['oauth2']);
  }
}

function checkOAuth(owner: string, oauth2: unknown = {}): void {
  const scopes = isObject(oauth2) ? (oauth2['scopes'] ?? []) : undefined;
  if (!isObject(oauth2) || !Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) {
    throw invalid(`scopes in ${owner} must be a list: oauth2: { scopes: ['SCOPE'] }`);
  }
  expectNames(`oauth2 of ${owner}`, oauth2, memberNames.oauth2);
}

/** Unknown names would be ignored, for example `user_id`, as a protocol spells it. */
function expectNames(owner: string, fields: Fields, names: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (names.includes(name)) continue;
    const meant = names.find((known) => startOf(known) === startOf(name));
    const hint =
      meant === undefined ? `Expected ${names.map((known) => `'${known}'`).join(' or ')}.` : `Did you mean '${meant}'?`;
    throw invalid(`Unknown field '${name}' in ${owner}. ${hint}`);
  }
}

// Four letters are enough to recognize `user_id`, `secret` and `auth`.
function startOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .slice(0, 4);
}

function invalid(problem: string): StartupError {
  return new StartupError('TW_TOOL_REQUIREMENTS', problem);
}
