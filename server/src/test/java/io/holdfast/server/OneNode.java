package io.holdfast.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Marks tests that apply to a single member only and are skipped with several. The value is the
 * reason.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(OneNode.Condition.class)
public @interface OneNode {

    String value();

    /** Skips marked tests when servers are clusters. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (!TestServer.ofSeveralNodes()) {
                return ConditionEvaluationResult.enabled("servers have one node");
            }
            return AnnotationSupport.findAnnotation(context.getElement(), OneNode.class)
                    .map(mark -> ConditionEvaluationResult.disabled(mark.value()))
                    .orElse(ConditionEvaluationResult.enabled("true of any number of nodes"));
        }
    }
}
