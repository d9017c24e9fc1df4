package io.holdfast.core.outcome;

/** The outcomes of the entities API, a family for each command. */
public sealed interface EntitiesOutcome extends Outcome {

    sealed interface Acquire extends EntitiesOutcome
            permits EntityLocked, EntityMissing, EntityLockRefused, Shared {}

    /** Of an extension or a release of a lock. */
    sealed interface Change extends EntitiesOutcome
            permits Done, EntityMissing, EntityLockRefused, Shared {}

    sealed interface Write extends EntitiesOutcome
            permits Done, EntityMissing, EntityWriteRefused, Shared {}

    sealed interface Report extends EntitiesOutcome permits Done, EntityMissing, Shared {}

    sealed interface Clear extends EntitiesOutcome permits Done, Shared {}

    /** Of a registration or its removal. */
    sealed interface Register extends EntitiesOutcome
            permits Done, EntityMissing, EntityRegistrationRefused, Shared {}

    /** Of a part of the manifest. */
    sealed interface Load extends EntitiesOutcome permits Done, Shared {}
}
