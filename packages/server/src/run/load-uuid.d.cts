import type * as uuid from 'uuid';

export function loadUuid(): typeof uuid;
