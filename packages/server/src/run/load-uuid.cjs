'use strict';

// CommonJS, because only `require` loads a library synchronously on first use, and bundlers follow it too.
exports.loadUuid = () => require('uuid');
