// Browser errors: the loggable part of a report. Guarantee: whatever a browser sends, the log gets the words before a
// quotation, without addresses and numbers, and places in our files.
import type { FastifyRequest } from 'fastify';

interface BrowserReport {
  message: string;
  stack: string;
  page: string;
  build: string;
}

/** Of one report. */
const MAX_PLACES = 20;
const MASK = '…';

/** Begins text that may be typed; names of properties are in single quotes: (reading 'price'). */
const quotation = /["`«“]|(?<!\w)'(?![\w$.]{1,40}')/;
const MAX_WORD = 40;
const ownFile = /\/assets\/[\w.-]{1,100}/;
const places = /\/assets\/[\w.-]{1,100}:\d{1,7}:\d{1,7}/g;
const browsers =
  /\b(?:Firefox|Chrome|Edg|Version|OPR|SamsungBrowser)\/\d{1,4}|Android|iPhone|iPad|Windows|Macintosh|Linux/g;

const maskWord = (word: string): string => {
  const file = ownFile.exec(word)?.[0];
  if (file !== undefined) return file;
  return word.length > MAX_WORD || /@|:\/\/|\d{3}/.test(word) ? MASK : word;
};

function maskMessage(message: string): string {
  const end = message.search(quotation);
  const words = end < 0 ? message : `${message.slice(0, end)} ${MASK}`;
  return words.split(/\s+/).map(maskWord).join(' ');
}

export function loggableReport({ message, stack, page, build }: BrowserReport, { headers }: FastifyRequest) {
  return {
    event: 'browser-error',
    error: maskMessage(message),
    places: [...stack.matchAll(places)].slice(0, MAX_PLACES).map(([place]) => place),
    page: /^[a-z-]{0,30}$/.test(page) ? page : MASK,
    build: /^\w{1,64}$/.test(build) ? build : MASK,
    browser: [...new Set(headers['user-agent']?.match(browsers))].slice(0, 4).join(' '),
  };
}
