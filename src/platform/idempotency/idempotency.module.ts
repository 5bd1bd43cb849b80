import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CryptoModule } from '../crypto/crypto.module.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { MadeOnce } from './made-once.js';

@Module({
  imports: [CryptoModule, TypeOrmModule.forFeature([IdempotencyKey])],
  providers: [IdempotencyKeys, MadeOnce],
  exports: [IdempotencyKeys, MadeOnce],
})
export class IdempotencyModule {}
