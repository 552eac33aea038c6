import express from 'express';
import { serveExpress } from './express-app.ts';

serveExpress(express);
