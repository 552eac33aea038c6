const namesFollow = ['properties', 'patternProperties'];
const dataFollows = ['const', 'enum', 'default', 'examples', 'example'];

/** The keywords a JSON Schema uses anywhere; names of properties and data are no keywords. */
export function keywordsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn);
  return Object.entries(schema).flatMap(([keyword, part]) => [keyword, ...keywordsBelow(keyword, part)]);
}

function keywordsBelow(keyword: string, part: unknown): readonly string[] {
  if (dataFollows.includes(keyword)) return [];
  if (!namesFollow.includes(keyword)) return keywordsIn(part);
  return Object.values(part ?? {}).flatMap(keywordsIn);
}
