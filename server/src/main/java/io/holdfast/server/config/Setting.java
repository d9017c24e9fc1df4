package io.holdfast.server.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be set. The flag is {@code --name}, the environment {@code HOLDFAST_X} (and
 * {@code DFLOCKD_X} where the original server has it), the file {@code name: value}. There is one
 * list for each part of the server, and {@link #all} is all of them.
 */
public sealed interface Setting
        permits EdgeSetting,
                AuthSetting,
                OidcSetting,
                ProxySetting,
                GuardSetting,
                LogSetting,
                ClusterSetting,
                LocksSetting,
                ContractSetting,
                TenantSetting {

    /**
     * What is known of a setting.
     *
     * @param original whether the original server has it too
     * @param fallback what it is where nobody says anything; null where that depends on other
     *     things
     */
    record Spec(
            String flagName,
            String environmentName,
            boolean original,
            SettingFormat form,
            @Nullable String fallback,
            String help) {}

    Spec spec();

    /** Every setting, in the order of the help. */
    static List<Setting> all() {
        List<Setting> all = new ArrayList<>();
        all.addAll(Arrays.asList(EdgeSetting.values()));
        all.addAll(Arrays.asList(AuthSetting.values()));
        all.addAll(Arrays.asList(OidcSetting.values()));
        all.addAll(Arrays.asList(ProxySetting.values()));
        all.addAll(Arrays.asList(GuardSetting.values()));
        all.addAll(Arrays.asList(LogSetting.values()));
        all.addAll(Arrays.asList(ClusterSetting.values()));
        all.addAll(Arrays.asList(LocksSetting.values()));
        all.addAll(Arrays.asList(ContractSetting.values()));
        all.addAll(Arrays.asList(TenantSetting.values()));
        return all;
    }

    /** The setting of a flag, dashes included; null where there is none. */
    static @Nullable Setting ofFlag(String flag) {
        return flag.startsWith("--") ? ofName(flag.substring(2)) : null;
    }

    /** The setting of a name in the file; null where there is none. */
    static @Nullable Setting ofName(String name) {
        for (Setting setting : all()) {
            if (setting.flagName().equals(name)) {
                return setting;
            }
        }
        return null;
    }

    /** As it stands in the file; with two dashes before it, the flag. */
    default String flagName() {
        return spec().flagName();
    }

    /** The names in the environment, the one that wins first. */
    default List<String> environmentNames() {
        String own = "HOLDFAST_" + spec().environmentName();
        return spec().original()
                ? List.of(own, "DFLOCKD_" + spec().environmentName())
                : List.of(own);
    }

    default SettingFormat form() {
        return spec().form();
    }

    default @Nullable String fallback() {
        return spec().fallback();
    }

    default String help() {
        return spec().help();
    }

    /** Whether the value must never be printed. */
    default boolean secret() {
        return this == AuthSetting.AUTH_TOKEN;
    }
}
