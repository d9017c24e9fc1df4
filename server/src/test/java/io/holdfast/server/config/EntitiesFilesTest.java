package io.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests manifests and parameters: what they may contain, and the errors for invalid ones. */
final class EntitiesFilesTest {

    private static final String PARAMS = """
            gateway:
              ros__parameters:
                server: {host: x, port: 1}
                cors: {allowed_origins: [""]}
                locking: {enabled: true, someday: 1}
            """;

    private static final String MANIFEST = """
            manifest_version: "1.0"
            metadata: {name: m, version: "2", description: d}
            config: {unmanifested_nodes: warn}
            notes: [whatever]
            areas:
              - id: body
                category: comfort
                tags: [a, b]
                subareas:
                  - id: door
                    namespace: /body/door
                    subareas: [{id: front-door}]
            components:
              - id: door-ecu
                name: "Door ECU"
                type: controller
                area: front-door
                variant: v2
                depends_on: [door-ecu]
                lock: {required_scopes: [data], max_expiration: -5, colour: red}
              - id: sub
                parent_component_id: door-ecu
            assets: [{id: x}]
            apps:
              - id: door-sensor
                is_located_on: door-ecu
                external: yes
                ros_binding: {node_name: s, namespace: /body}
              - id: alias
                component: door-ecu
              - id: alone
            functions:
              - id: doors
                hosted_by: [door-sensor, nobody]
            scripts: []
            """;

    @TempDir
    private Path directory;

    private EntitiesFiles.Contents read(@Nullable String params, @Nullable String manifest)
            throws IOException, ConfigException {
        return new EntitiesFiles(
                        params == null ? null : file("params.yaml", params),
                        manifest == null ? null : file("manifest.yaml", manifest),
                        false,
                        EntitiesSettings.DEFAULT)
                .read();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private EntitiesSettings params(String text) throws Exception {
        return read(text, null).settings();
    }

    private List<EntitySpec> manifest(String text) throws Exception {
        return read(null, "manifest_version: '1.0'\n" + text).entities();
    }

    private void manifestIsWrong(String text, String complaint) {
        assertThatThrownBy(() -> read(null, text))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith(complaint)
                .hasMessageContaining("manifest.yaml, line ");
    }

    private void paramsAreWrong(String text, String complaint) {
        assertThatThrownBy(() -> read(text, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith(complaint)
                .hasMessageContaining("params.yaml, line ");
    }

    @Test
    void lockingSectionIsReadAtTopLevelOrAsInRos2Medkit() throws Exception {
        String section = """
                locking:
                  enabled: false
                  default_max_expiration: 60
                  cleanup_interval: 30
                  defaults:
                    components:
                      lock_required_scopes: [configurations, operations]
                      breakable: false
                    apps:
                      lock_required_scopes: [""]
                """;
        EntitiesSettings top = params(section);
        assertThat(top.enabled()).isFalse();
        assertThat(top.maxSeconds()).isEqualTo(60);
        assertThat(top.components().requiredScopes())
                .containsExactly(EntityCollection.CONFIGURATIONS, EntityCollection.OPERATIONS);
        assertThat(top.components().breakable()).isFalse();
        assertThat(top.apps()).isEqualTo(EntitiesSettings.TypeDefaults.OPEN);
        String nested =
                "some_gateway:\n  ros__parameters:\n    server: {port: 8080}\n" + section.indent(4);
        assertThat(params(nested)).isEqualTo(top);
        String dotted = """
                /**:
                  ros__parameters:
                    refresh.interval_ms: 10
                    locking.enabled: false
                    locking.default_max_expiration: 60
                    locking.defaults.components.lock_required_scopes: [configurations, operations]
                    locking.defaults:
                      components.breakable: false
                """;
        assertThat(params(dotted)).isEqualTo(top);
        assertThat(params("server: {port: 1}\n")).isEqualTo(EntitiesSettings.DEFAULT);
        assertThat(params("")).isEqualTo(EntitiesSettings.DEFAULT);
    }

    @Test
    void ros2MedkitManifestIsAcceptedWithOneWarning() throws Exception {
        EntitiesFiles.Contents contents = read(PARAMS, MANIFEST);
        assertThat(contents.entities())
                .extracting(EntitySpec::id)
                .containsExactly(
                        "body",
                        "door",
                        "front-door",
                        "door-ecu",
                        "sub",
                        "door-sensor",
                        "alias",
                        "alone",
                        "doors");
        assertThat(contents.entities())
                .extracting(EntitySpec::parent)
                .containsExactly(
                        null,
                        "body",
                        "door",
                        "front-door",
                        null,
                        "door-ecu",
                        "door-ecu",
                        null,
                        null);
        EntitySpec ecu = contents.entities().get(3);
        assertThat(ecu.name()).isEqualTo("Door ECU");
        assertThat(ecu.rules().requiredScopes()).containsExactly(EntityCollection.DATA);
        assertThat(ecu.rules().breakable()).isNull();
        assertThat(ecu.rules().maxSeconds()).isZero();
        assertThat(contents.warnings()).hasSize(2);
        assertThat(contents.warnings().get(0)).contains("cors (line ", "server (line ", "someday");
        assertThat(contents.warnings().get(1))
                .contains("category, colour, notes, tags, variant")
                .contains("unknown app \"nobody\"");
    }

    @Test
    void misspeltKeysOfTheLockingSectionAreReportedWithTheirLines() throws Exception {
        String nested = """
                locking:
                  enable: false
                  defaults:
                    components:
                      lock_required_scope: [data]
                    app:
                      breakable: false
                """;
        assertThat(read(nested, null).warnings())
                .singleElement()
                .asString()
                .contains("enable (line 2) Did you mean enabled?")
                .contains("lock_required_scope (line 5) Did you mean lock_required_scopes?")
                .contains("app (line 6) Did you mean apps?");
        assertThat(read("locking.defaults.apps.breakble: true\n", null).warnings())
                .singleElement()
                .asString()
                .contains("locking.defaults.apps.breakble (line 1)");
    }

    @Test
    void emptySectionsDefineNoEntities() throws Exception {
        assertThat(manifest("areas:\ncomponents: []\napps:\nfunctions: []\n")).isEmpty();
    }

    @Test
    void errorsNameTheLine() {
        manifestIsWrong("", "line 1: manifest_version is missing; expected \"1.0\"");
        manifestIsWrong(
                "manifest_version: 2\n", "line 1: manifest_version is \"2\"; expected \"1.0\"");
        String head = "manifest_version: '1.0'\n";
        manifestIsWrong(
                head + "apps:\n  - id: a\n  - id: a\n", "is also that of the App on line 3");
        manifestIsWrong(
                head + "components: [{id: a}]\napps:\n  - id: a\n",
                "line 4: the app \"a\" has the id of the component on line 2; a lock could be meant"
                        + " for either, so that one must be renamed");
        manifestIsWrong(
                head + "apps:\n  - id: a\n    is_located_on: b\n",
                "line 4: there is no component \"b\"");
        manifestIsWrong(
                head + "components: [{id: a, area: b}]\n", "line 2: there is no area \"b\"");
        manifestIsWrong(
                head + "components: [{id: a, parent_component_id: b}]\n",
                "line 2: there is no component \"b\"");
        manifestIsWrong(
                head + "apps:\n  - id: a\n    lock:\n      required_scopes: [Data]\n",
                "line 5: \"Data\" is not a scope; expected one of data, operations, configurations,"
                        + " faults, bulk-data, modes, scripts, logs, cyclic-subscriptions");
        manifestIsWrong(
                head + "apps:\n  - id: a\n    lock: {breakable: 7}\n",
                "line 4: breakable must be true or false");
        manifestIsWrong(
                head + "apps:\n  - id: a\n    lock: {max_expiration: soon}\n",
                "line 4: max_expiration must be a whole number");
        manifestIsWrong(head + "apps:\n  - id: a\n    lock: []\n", "line 4: lock must be a map");
        manifestIsWrong(head + "apps:\n  - name: a\n", "line 3: an entity needs an id");
        manifestIsWrong(head + "apps: {}\n", "line 2: apps must be a list");
        manifestIsWrong(head + "apps: [a]\n", "line 2: each of apps must be a map");
        manifestIsWrong(
                head + "apps:\n\t- id: a\n",
                "found character '\\t(TAB)' that cannot start"
                        + " any token. (Do not use \\t(TAB) for indentation)");
        paramsAreWrong("locking:\n  enabled: perhaps\n", "line 2: enabled must be true or false");
        paramsAreWrong(
                "locking:\n  default_max_expiration: -1\n",
                "line 2: default_max_expiration must be between 0 and 9223372036 seconds");
        paramsAreWrong(
                "locking:\n  defaults:\n    apps:\n      lock_required_scopes: data\n",
                "line 4: lock_required_scopes must be a list");
        paramsAreWrong("locking: {enabled: true\n", "expected ',' or '}', but got <stream end>");
        assertThatThrownBy(() -> ConfigReader.read(
                        List.of("--ephemeral", "--entities-manifest", "nowhere.yaml"), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("nowhere.yaml of --entities-manifest cannot be read");
    }

    @Test
    void exampleLoadsWithoutWarnings() throws Exception {
        EntitiesFiles.Contents example =
                new EntitiesFiles(null, null, true, EntitiesSettings.DEFAULT).read();
        assertThat(example.warnings()).isEmpty();
        assertThat(example.entities())
                .extracting(EntitySpec::type)
                .contains(
                        EntityType.AREA, EntityType.COMPONENT, EntityType.APP, EntityType.FUNCTION);
        assertThat(example.settings().apps().requiredScopes())
                .containsExactly(EntityCollection.CONFIGURATIONS);
    }
}
