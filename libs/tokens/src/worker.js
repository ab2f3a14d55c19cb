import { parentPort } from 'node:worker_threads';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/o200k_base';

/**
 * The tokenizer's merge is quadratic in the length of one piece (an unbroken run of letters, blanks or signs), so a
 * tool with a longer piece gets no count. A run of this many bytes takes about 0.1 s.
 */
const longestPieceBytes = 1024;

const tokenizer = new Tiktoken(ranks);
const pieces = new RegExp(ranks.pat_str, 'gu');

/** @param {string} text */
function count(text) {
  for (const [piece] of text.matchAll(pieces)) {
    if (piece.length * 3 > longestPieceBytes && Buffer.byteLength(piece) > longestPieceBytes) return null;
  }
  // Neither allowed nor refused: special tokens in a description are plain text.
  return tokenizer.encode(text, [], []).length;
}

/** @param {{ batch: number, texts: string[] }} message */
function answer({ batch, texts }) {
  for (const [index, text] of texts.entries()) parentPort?.postMessage({ batch, index, count: count(text) });
}

parentPort?.on('message', answer);
parentPort?.postMessage({ ready: true });
