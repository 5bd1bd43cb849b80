import { Module } from '@nestjs/common';
import { TemplateRenderer } from './template-renderer.js';

@Module({ providers: [TemplateRenderer], exports: [TemplateRenderer] })
export class TemplatesModule {}
