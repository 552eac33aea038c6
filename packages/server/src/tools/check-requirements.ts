import { type Fields, isObject } from '@toolwire/core/wire';
import { StartupError } from '@toolwire/internal';

const kinds: readonly string[] = ['authorization', 'secrets', 'userId'];
const memberNames = { authorization: ['id', 'oauth2'], secrets: ['id'], oauth2: ['scopes'] } as const;

/** Throws for requirements that no call can meet or that would be ignored (OTC-DEF-12 to 14). */
export function checkRequirements(requirements: unknown): void {
  if (requirements === undefined) return;
  if (!isObject(requirements)) {
    throw new StartupError(
      'TW_TOOL_REQUIREMENTS',
      "requirements must be an object, such as { secrets: [{ id: 'NAME' }] }",
    );
  }
  expectNames('requirements', requirements, kinds);
  const { userId = false } = requirements;
  if (typeof userId !== 'boolean') throw new StartupError('TW_TOOL_REQUIREMENTS', 'userId must be true or false');
  for (const kind of ['authorization', 'secrets'] as const) checkList(kind, requirements[kind]);
}

function checkList(kind: 'authorization' | 'secrets', listed: unknown = []): void {
  const place = `requirements.${kind}`;
  const all: readonly unknown[] = [listed].flat();
  const ids = new Set<string>();
  for (const one of all) {
    const id = isObject(one) ? one['id'] : undefined;
    if (!Array.isArray(listed) || !isObject(one) || typeof id !== 'string') {
      const example = all.find((text) => typeof text === 'string') ?? 'NAME';
      throw new StartupError('TW_TOOL_REQUIREMENTS', `${place} must be a list such as [{ id: '${example}' }]`);
    }
    if (id.trim() === '') throw new StartupError('TW_TOOL_REQUIREMENTS', `${place} has an empty ID`);
    if (ids.has(id)) throw new StartupError('TW_TOOL_REQUIREMENTS', `${place} contains the ID '${id}' twice`);
    ids.add(id);
    expectNames(`${place} of '${id}'`, one, memberNames[kind]);
    checkOAuth(`${place} of '${id}'`, one['oauth2']);
  }
}

function checkOAuth(place: string, oauth2: unknown = {}): void {
  const scopes = isObject(oauth2) ? (oauth2['scopes'] ?? []) : undefined;
  if (!isObject(oauth2) || !Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) {
    throw new StartupError('TW_TOOL_REQUIREMENTS', `scopes in ${place} must be a list: oauth2: { scopes: ['SCOPE'] }`);
  }
  expectNames(`oauth2 of ${place}`, oauth2, memberNames.oauth2);
}

/** Unknown names would be ignored, for example `user_id`, as a protocol spells it. */
function expectNames(place: string, fields: Fields, names: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (names.includes(name)) continue;
    const meant = names.find((known) => startOf(known) === startOf(name));
    const hint =
      meant === undefined ? `Expected ${names.map((known) => `'${known}'`).join(' or ')}.` : `Did you mean '${meant}'?`;
    throw new StartupError('TW_TOOL_REQUIREMENTS', `Unknown field '${name}' in ${place}. ${hint}`);
  }
}

// Four letters are enough to recognize `user_id`, `secret` and `auth`.
function startOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .slice(0, 4);
}
