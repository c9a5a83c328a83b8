{{/* Names and labels. A part is gateway, ingest, writesvc or migrate. */}}
{{- define "vitrine.name" -}}
{{- if contains "vitrine" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-vitrine" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "vitrine.labels" -}}
{{ include "vitrine.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "vitrine.selector" -}}
app.kubernetes.io/name: vitrine
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .part }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "vitrine.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{/* One variable from the secret. */}}
{{- define "vitrine.secretEnv" -}}
- name: {{ .name }}
  valueFrom: {secretKeyRef: {name: {{ .root.Values.secrets.name }}, key: {{ .key }}}}
{{- end }}

{{/* The settings of a part. Values that are files stay out of the environment. */}}
{{- define "vitrine.env" -}}
{{- $v := .root.Values -}}
- {name: VITRINE_ENV, value: production}
- {name: VITRINE_DATA_DIR, value: /var/lib/vitrine}
- {name: VITRINE_LOG, value: {{ $v.log.level | quote }}}
- {name: VITRINE_LOG_FORMAT, value: {{ $v.log.format | quote }}}
- {name: VITRINE_DRAIN, value: "{{ $v.drainSeconds }}s"}
- {name: VITRINE_ADMIN_ADDR, value: ":8079"}
- {name: VITRINE_ADMIN_TOKEN, value: "file:/run/secrets/vitrine/admin-token"}
- {name: VITRINE_METRICS, value: admin}
- {name: VITRINE_TRUSTED_PROXIES, value: {{ required "trustedProxies: name the network of the pods" $v.trustedProxies | quote }}}
{{ include "vitrine.secretEnv" (dict "root" .root "name" "VITRINE_DATABASE_URL" "key" $v.secrets.keys.databaseUrl) }}
{{- if $v.secrets.keys.natsUrl }}
{{ include "vitrine.secretEnv" (dict "root" .root "name" "VITRINE_NATS_URL" "key" $v.secrets.keys.natsUrl) }}
{{- else }}
- {name: VITRINE_NATS_URL, value: {{ $v.nats.url | quote }}}
{{- end }}
- {name: VITRINE_NATS_REPLICAS, value: "{{ $v.nats.replicas }}"}
{{- if $v.meilisearch.url }}
- {name: VITRINE_MEILI_URL, value: {{ $v.meilisearch.url | quote }}}
{{- with $v.secrets.keys.meiliKey }}
{{ include "vitrine.secretEnv" (dict "root" $.root "name" "VITRINE_MEILI_KEY" "key" .) }}
{{- end }}
{{- end }}
{{- if eq .part "gateway" }}
- {name: VITRINE_ADDR, value: ":8080"}
{{- if $v.writesvc.enabled }}
- {name: VITRINE_WRITESVC_URL, value: "http://{{ include "vitrine.name" .root }}-writesvc:8085"}
{{- end }}
{{- with $v.gateway.cacheBytes }}
- {name: VITRINE_CACHE_BYTES, value: {{ . | quote }}}
{{- end }}
{{- end }}
{{- if eq .part "writesvc" }}
# The write service does not listen there: vitrine doctor, run in its pod, checks the gateways.
- {name: VITRINE_ADDR, value: "{{ include "vitrine.name" .root }}:{{ $v.service.port }}"}
- {name: VITRINE_WRITESVC_ADDR, value: ":8085"}
- {name: VITRINE_TOKEN_SECRET, value: "file:/run/secrets/vitrine/token-secret"}
- {name: VITRINE_PEPPER, value: "file:/run/secrets/vitrine/pepper"}
{{- if $v.secrets.keys.vapidKey }}
- {name: VITRINE_VAPID_KEY, value: "file:/run/secrets/vitrine/vapid-key"}
{{- end }}
- {name: VITRINE_API_URL, value: {{ required "urls.api is required" $v.urls.api | quote }}}
- {name: VITRINE_SITE_URL, value: {{ $v.urls.site | quote }}}
- {name: VITRINE_MAIL_FROM, value: {{ $v.mailFrom | quote }}}
{{ include "vitrine.secretEnv" (dict "root" .root "name" "VITRINE_SMTP_URL" "key" $v.secrets.keys.smtpUrl) }}
{{- with $v.secrets.keys.smsUrl }}
{{ include "vitrine.secretEnv" (dict "root" $.root "name" "VITRINE_SMS_URL" "key" .) }}
{{- end }}
{{- end }}
{{- range $name, $value := merge (dict) (get (get $v .part | default dict) "env" | default dict) $v.env }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- with include "vitrine.extra" (dict "root" .root "own" .values "name" "extraEnv") }}
{{ . }}
{{- end }}
{{- end }}

{{/* A list of all parts, followed by that of one part. */}}
{{- define "vitrine.extra" -}}
{{- with concat (get .root.Values .name | default list) (get .own .name | default list) }}{{ toYaml . }}{{ end }}
{{- end }}

{{/* The pod of a part, which runs the command of the same name. */}}
{{- define "vitrine.pod" -}}
{{- $v := .root.Values -}}
{{- $own := .values -}}
metadata:
  labels: {{- include "vitrine.labels" . | nindent 4 }}
  {{- with $own.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ add $v.drainSeconds 20 }}
  {{- with $v.image.pullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    seccompProfile: {type: RuntimeDefault}
  {{- if ne .part "migrate" }}
  topologySpreadConstraints:
    {{- range tuple "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector: {matchLabels: {{ include "vitrine.selector" $ | fromYaml | toJson }}}
    {{- end }}
  affinity:
    podAntiAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 100
          podAffinityTerm:
            topologyKey: kubernetes.io/hostname
            labelSelector: {matchLabels: {{ include "vitrine.selector" . | fromYaml | toJson }}}
  {{- else }}
  restartPolicy: Never
  {{- end }}
  {{- with $own.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .part }}
      image: {{ include "vitrine.image" .root | quote }}
      imagePullPolicy: {{ $v.image.pullPolicy }}
      args: [{{ .part }}]
      env: {{- include "vitrine.env" . | nindent 8 }}
      {{- with include "vitrine.extra" (dict "root" .root "own" $own "name" "extraEnvFrom") }}
      envFrom: {{- . | nindent 8 }}
      {{- end }}
      {{- if ne .part "migrate" }}
      ports:
        - {name: admin, containerPort: 8079}
        {{- with .port }}
        - {name: http, containerPort: {{ . }}}
        {{- end }}
      startupProbe:
        httpGet: {path: /healthz, port: admin}
        periodSeconds: 2
        failureThreshold: 150
      readinessProbe:
        httpGet: {path: /readyz, port: admin}
        periodSeconds: 3
        timeoutSeconds: 3
      livenessProbe:
        httpGet: {path: /healthz, port: admin}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      {{- end }}
      resources: {{- toYaml $own.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        capabilities: {drop: [ALL]}
      volumeMounts:
        - {name: data, mountPath: /var/lib/vitrine}
        - {name: tmp, mountPath: /tmp}
        - {name: secrets, mountPath: /run/secrets/vitrine, readOnly: true}
        {{- with include "vitrine.extra" (dict "root" .root "own" $own "name" "extraVolumeMounts") }}
        {{- . | nindent 8 }}
        {{- end }}
  volumes:
    - {name: data, emptyDir: {sizeLimit: 64Mi}}
    - {name: tmp, emptyDir: {sizeLimit: 64Mi}}
    - name: secrets
      secret:
        secretName: {{ $v.secrets.name }}
        defaultMode: 0440
        items:
          - {key: {{ $v.secrets.keys.adminToken }}, path: admin-token}
          {{- if eq .part "writesvc" }}
          - {key: {{ $v.secrets.keys.tokenSecret }}, path: token-secret}
          - {key: {{ $v.secrets.keys.pepper }}, path: pepper}
          {{- with $v.secrets.keys.vapidKey }}
          - {key: {{ . }}, path: vapid-key}
          {{- end }}
          {{- end }}
    {{- with include "vitrine.extra" (dict "root" .root "own" $own "name" "extraVolumes") }}
    {{- . | nindent 4 }}
    {{- end }}
{{- end }}

{{/* A deployment with a disruption budget. */}}
{{- define "vitrine.deployment" -}}
{{- $name := printf "%s-%s" (include "vitrine.name" .root) .part -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels: {{- include "vitrine.labels" . | nindent 4 }}
spec:
  {{- if not (and .values.autoscaling .values.autoscaling.enabled) }}
  replicas: {{ .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  minReadySeconds: 5
  strategy:
    type: RollingUpdate
    rollingUpdate: {maxUnavailable: 0, maxSurge: 1}
  selector: {matchLabels: {{ include "vitrine.selector" . | fromYaml | toJson }}}
  template: {{- include "vitrine.pod" . | nindent 4 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels: {{- include "vitrine.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector: {matchLabels: {{ include "vitrine.selector" . | fromYaml | toJson }}}
---
# Metrics and status, with the admin token. It has no address of its own: scrapers connect to the pods.
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}-admin
  labels:
    {{- include "vitrine.labels" . | nindent 4 }}
    vitrine/admin: "true"
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector: {{- include "vitrine.selector" . | nindent 4 }}
  ports:
    - {name: admin, port: 8079, targetPort: admin}
{{- end }}
