import { Injectable } from '@nestjs/common';

/** Whether load balancers should send requests to this process. It answers them also when they should not. */
@Injectable()
export class Readiness {
  private leaving = false;

  get isLeaving(): boolean {
    return this.leaving;
  }

  /** From now on `/readyz` says that the process will end, and connections are not kept for another request. */
  leave(): void {
    this.leaving = true;
  }
}
