import { search } from './tools.ts';

/** The tools of 搜索 Search. */
export const tools = [
  search,
];
