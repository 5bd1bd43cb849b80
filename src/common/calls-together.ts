import { setImmediate as nextTurn } from 'node:timers/promises';

interface Call<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Answers calls together that arrive in the same turn, or while earlier ones are being answered. */
export class CallsTogether<Asked, Answer> {
  private waiting: Call<Asked, Answer>[] = [];
  private isAnswering = false;

  /**
   * @param answerAll - answers in the order of the calls; if it rejects, so do all of them
   * @param most - calls answered at once; the others wait
   */
  constructor(
    private readonly answerAll: (asked: Asked[]) => Promise<Answer[]>,
    private readonly most = Infinity,
  ) {}

  request(asked: Asked): Promise<Answer> {
    const answered = new Promise<Answer>((resolve, reject) => this.waiting.push({ asked, resolve, reject }));
    if (!this.isAnswering) void this.answerWaiting();
    return answered;
  }

  private async answerWaiting(): Promise<void> {
    this.isAnswering = true;
    await nextTurn();
    while (this.waiting.length > 0) {
      const calls = this.waiting.splice(0, this.most);
      try {
        const answers = await this.answerAll(calls.map(({ asked }) => asked));
        calls.forEach(({ resolve }, index) => resolve(answers[index]!));
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    this.isAnswering = false;
  }
}
