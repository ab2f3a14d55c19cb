import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { describeError } from './describe-error.ts';
import { problemDocument, problemHeaders } from './problem.ts';
import { toProblem } from './to-problem.ts';

/** Answers every error with problem details, and logs those that are ours. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    const problem = toProblem(error);
    const document = problemDocument(problem.code, problem.options);
    if (problem.code === 'internal')
      request.log.error({ error: describeError(problem.cause) }, 'A request failed');
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    void reply
      .status(document.status)
      .headers(problemHeaders(problem.code, problem.options))
      .type('application/problem+json; charset=utf-8')
      .send(document);
  }
}
