/** The answers to the latest questions, each computed once however many callers ask at the same time. */
export class KeptAnswers<Answer> {
  /** By question, in order of their last use. */
  private readonly answers = new Map<string, Promise<Answer>>();
  private readonly weights = new Map<string, number>();

  /**
   * @param most - how many are kept, and their greatest total weight
   * @param weigh - in the unit of `most.weight`
   */
  constructor(
    private readonly most: { count: number; weight?: number },
    private readonly weigh: (answer: Answer) => number = () => 0,
  ) {}

  /** @throws whatever `find` throws; errors are not kept */
  get(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const answer = this.answers.get(question) ?? this.compute(question, find);
    this.answers.delete(question);
    this.answers.set(question, answer);
    this.shrink();
    return answer;
  }

  private compute(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const answer = find();
    answer.then(
      (found) => {
        if (this.answers.get(question) !== answer) return;
        this.weights.set(question, this.weigh(found));
        this.shrink();
      },
      () => this.forget(question),
    );
    return answer;
  }

  private shrink(): void {
    for (const oldest of this.answers.keys()) {
      const weight = [...this.weights.values()].reduce((sum, each) => sum + each, 0);
      if (this.answers.size <= this.most.count && weight <= (this.most.weight ?? Infinity)) return;
      this.forget(oldest);
    }
  }

  private forget(question: string): void {
    this.answers.delete(question);
    this.weights.delete(question);
  }
}
