'use strict';

// CommonJS, because only `require` loads a library synchronously on first use, and bundlers follow it too. It loads all of zod 3.
exports.loadZodToJsonSchema = () => require('zod-to-json-schema');
