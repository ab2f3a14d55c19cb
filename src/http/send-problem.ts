import { type FastifyReply } from 'fastify';
import { type Problem, problemDocument, problemHeaders } from './problem.ts';

/** Answers with a problem from beneath Nest, where no filter reaches. */
export const sendProblem = (reply: FastifyReply, { code, options }: Problem): FastifyReply => {
  const document = problemDocument(code, options);
  return reply
    .status(document.status)
    .headers(problemHeaders(code, options))
    .type('application/problem+json; charset=utf-8')
    .send(document);
};
